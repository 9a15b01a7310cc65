// Pictures of how a guess split the candidates, each with its numbers in a table.

import { analyzePosition, ApiError } from "./api.js";
import { count, h, plural, s } from "./dom.js";
import { choiceOf, codeText, feedbackText, sameFeedback } from "./rules.js";

const size = (cells) => cells.reduce((sum, cell) => sum + Number(cell.count), 0);

/** What the turn with this index told: its cells, candidates before and after it. */
async function splitOf(ruleset, turns, index) {
  const position = { ruleset: choiceOf(ruleset), turns: turns.slice(0, index).map(({ guess, feedback }) => ({ guess, feedback })) };
  const { partition } = await analyzePosition(position, turns[index].guess);
  const taken = partition.find((cell) => sameFeedback(cell.feedback, turns[index].feedback));
  return { cells: partition, before: size(partition), after: Number(taken?.count ?? 0), turn: turns[index] };
}

/** A strip whose parts are as wide as the candidates that would have answered so. */
function strip(split) {
  let x = 0;
  const ordered = [...split.cells].sort((a, b) => Number(b.count) - Number(a.count));
  const parts = ordered.map((cell, index) => {
    const width = (Number(cell.count) / split.before) * 300;
    const taken = sameFeedback(cell.feedback, split.turn.feedback);
    const part = s("rect", { x, y: taken ? 0 : 4, width: Math.max(width - 1, 0.8), height: taken ? 24 : 16, class: taken ? "taken" : `cell shade${index % 2}` });
    x += width;
    return part;
  });
  return s("svg", { viewBox: "0 0 300 24", class: "strip", preserveAspectRatio: "none", "aria-hidden": "true" }, parts);
}

/** Black across, white down: a disc for each answer, its area the candidates behind it. */
function triangle(split, pegs) {
  const step = 46;
  const most = Math.max(...split.cells.map((cell) => Number(cell.count)));
  const at = (black, white) => [40 + black * step, 36 + white * step];
  const marks = [];
  for (let black = 0; black <= pegs; black += 1) {
    marks.push(s("text", { x: at(black, 0)[0], y: 10, class: "axis" }, String(black)));
    marks.push(s("text", { x: 6, y: at(0, black)[1] + 4, class: "axis" }, String(black)));
    for (let white = 0; white + black <= pegs; white += 1) {
      if (black === pegs - 1 && white === 1) continue;
      const [x, y] = at(black, white);
      const cell = split.cells.find((one) => sameFeedback(one.feedback, { black, white }));
      if (!cell) {
        marks.push(s("circle", { cx: x, cy: y, r: 2, class: "nothing" }));
        continue;
      }
      const taken = sameFeedback(cell.feedback, split.turn.feedback);
      const radius = 3.5 + 17.5 * Math.sqrt(Number(cell.count) / most);
      marks.push(s("circle", { cx: x, cy: y, r: radius, class: taken ? "taken" : "cell" }));
      marks.push(s("text", { x, y: radius > 12 ? y + 3.5 : y + radius + 9, class: radius > 12 ? (taken ? "inside on-taken" : "inside") : "inside" }, String(cell.count)));
    }
  }
  const side = 40 + (pegs + 0.6) * step;
  return s("svg", { viewBox: `0 0 ${side} ${side - 2}`, class: "triangle", "aria-hidden": "true" }, s("text", { x: side / 2 + 30, y: side - 74, class: "legend" }, "black →"), s("text", { x: side / 2 + 30, y: side - 58, class: "legend" }, "white ↓"), marks);
}

function table(split, ruleset) {
  const rows = [...split.cells].sort((a, b) => Number(b.count) - Number(a.count));
  return h("details", { class: "numbers" }, h("summary", {}, "As a table"), h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answers and candidates" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Answer"), h("th", { scope: "col" }, "Candidates"))),
      h("tbody", {}, rows.map((cell) => h("tr", {}, h("th", { scope: "row" }, feedbackText(cell.feedback, ruleset), sameFeedback(cell.feedback, split.turn.feedback) ? " (the answer)" : ""), h("td", {}, count(cell.count))))),
    ),
  ));
}

/** The panel that shows the splits of a game's turns as they come. */
export class Splits {
  constructor(ruleset, heading = "How each guess split the candidates") {
    this.ruleset = ruleset;
    this.known = [];
    this.chosen = null;
    this.run = 0;
    this.list = h("div", { class: "strips", role: "group", "aria-label": "Turns" });
    this.detail = h("div", { class: "split-detail" });
    this.note = h("p", { class: "hint" }, "After your first guess you see here what it told you.");
    this.element = h("section", { class: "card splits", "aria-label": heading }, h("h2", {}, heading), this.note, this.list, this.detail);
  }

  /** Brings the panel up to the turns given; later ones that were taken back go. */
  async show(turns) {
    const kept = this.known.findIndex((split, index) => !turns[index] || codeText(split.turn.guess, this.ruleset) !== codeText(turns[index].guess, this.ruleset) || !sameFeedback(split.turn.feedback, turns[index].feedback));
    if (kept >= 0) this.known.length = kept;
    this.run += 1;
    const { run } = this;
    try {
      while (this.known.length < turns.length) {
        const split = await splitOf(this.ruleset, turns, this.known.length);
        if (run !== this.run) return;
        this.known.push(split);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.note.textContent = error.reason === "UNKNOWN_PATH" || error.http === 501
        ? "This server does not analyze positions of this ruleset."
        : `No picture: ${error.text}`;
      this.note.hidden = false;
      return;
    }
    // The last that had anything to tell.
    this.chosen = this.known.length - 1;
    while (this.chosen > 0 && this.known[this.chosen].cells.length === 1) this.chosen -= 1;
    this.draw();
  }

  /** Candidates left after the last turn, or undefined. */
  get left() {
    return this.known.at(-1)?.after;
  }

  draw() {
    this.note.hidden = this.known.length > 0;
    this.list.replaceChildren(...this.known.map((split, index) => h(
      "button",
      {
        type: "button", class: "strip-row", "aria-pressed": String(index === this.chosen),
        on: { click: () => { this.chosen = index; this.draw(); this.list.children[index].focus(); } },
      },
      h("span", { class: "unseen" }, `Turn ${index + 1}: ${count(split.before)} candidates split into ${split.cells.length}, ${count(split.after)} left`),
      h("span", { class: "number", "aria-hidden": "true" }, String(index + 1)),
      strip(split),
      h("span", { class: "from-to", "aria-hidden": "true" }, `${count(split.before)} → `, h("b", {}, count(split.after))),
    )));
    const split = this.known[this.chosen];
    if (!split) {
      this.detail.replaceChildren();
      return;
    }
    const { ruleset } = this;
    const drawn = ruleset.feedbackKind === "FEEDBACK_KIND_STANDARD" && ruleset.pegs <= 6;
    this.detail.replaceChildren(
      h("p", { class: "hint" }, `Turn ${this.chosen + 1} had ${plural(split.cells.length, "possible answer")}; `, h("b", {}, feedbackText(split.turn.feedback, ruleset)), ` left ${plural(split.after, "code")} of ${count(split.before)}.`),
      drawn ? h("div", { role: "img", "aria-label": `Answers to turn ${this.chosen + 1} by black and white, with the candidates behind each` }, triangle(split, ruleset.pegs)) : null,
      table(split, ruleset),
    );
  }
}
