// Strategies side by side: each plays every code, or a sample, and its guesses are counted.

import { ApiError, evaluate, listStrategies } from "./api.js";
import { count, h, s, say } from "./dom.js";
import { codeRow } from "./pegs.js";
import { describe, enumTitle, title } from "./rules.js";

const SAMPLE = "300";
const SAMPLED_ABOVE = 5000;
const SLOW = new Set(["STRATEGY_RANDOM_CONSISTENT"]);

function spaceOf(ruleset) {
  const symbols = ruleset.colors + (ruleset.blanks ? 1 : 0);
  let codes = 1;
  for (let peg = 0; peg < ruleset.pegs; peg += 1) codes *= ruleset.repeats ? symbols : symbols - peg;
  return codes;
}

function histogram(shares, most, columns) {
  const [width, height, floor] = [columns * 34, 150, 126];
  const bars = Array.from({ length: columns }, (_, index) => {
    const share = shares[index] ?? 0;
    const tall = (share / most) * 96;
    return [
      s("rect", { x: index * 34 + 4, y: floor - tall, width: 26, height: tall, rx: 3, class: "cell" }),
      share > 0 ? s("text", { x: index * 34 + 17, y: floor - tall - 5, class: "value" }, share < 0.01 ? "<1" : count(share * 100)) : null,
      s("text", { x: index * 34 + 17, y: height - 8, class: "axis" }, String(index + 1)),
    ];
  });
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram", "aria-hidden": "true" }, s("line", { x1: 0, x2: width, y1: floor, y2: floor, class: "grid" }), bars);
}

class Contender {
  constructor(info, ruleset) {
    this.info = info;
    this.ruleset = ruleset;
    this.result = null;
    this.pick = h("input", { type: "checkbox", checked: !SLOW.has(info.strategy) });
    const name = enumTitle(info.strategy);
    const known = info.published ?? info.proven;
    this.body = h("div", { class: "contender-body" }, h("p", { class: "hint" }, known ? `Known: ${count(known.total)} guesses for all codes${known.max ? `, ${known.max} at most` : ""}.` : "No published total."));
    this.element = h("section", { class: "card contender", "aria-label": name }, h("label", { class: "pick" }, this.pick, h("h2", {}, name), info.auto ? h("span", { class: "badge" }, "auto") : null), h("p", { class: "hint" }, enumTitle(info.quality)), this.body);
  }

  async run(request, signal) {
    const bar = h("progress", { max: 1, value: 0, "aria-label": `${enumTitle(this.info.strategy)}: codes played` });
    this.body.replaceChildren(bar);
    try {
      for await (const { progress, result } of evaluate({ ...request, strategy: this.info.strategy }, signal)) {
        if (progress) bar.value = Number(progress.done) / Math.max(1, Number(progress.codes));
        if (result) this.result = result;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.body.replaceChildren(h("p", { class: "problem", role: "alert" }, error.text));
    }
  }

  get shares() {
    return this.result.histogram.map((number) => Number(number) / Number(this.result.codes));
  }

  draw(most, columns, best) {
    const { result } = this;
    const error = result.standardError > 0 ? ` ± ${count(result.standardError, 3)}` : "";
    const spoken = result.histogram.map((number, index) => `${index + 1}: ${number}`).join(", ");
    this.element.classList.toggle("best", result.average === best);
    this.body.replaceChildren(
      h("p", { class: "average" }, h("b", {}, count(result.average, 4)), `${error} guesses`, result.average === best ? h("span", { class: "badge" }, "fewest") : null),
      h("div", { role: "img", "aria-label": `Codes by guesses needed: ${spoken}` }, histogram(this.shares, most, columns)),
      h("p", { class: "hint" }, `${count(result.total)} for ${count(result.codes)} codes · ${result.max} at most · ${count(result.seconds, 1)} s`),
      result.opening ? h("p", { class: "opening hint" }, "opens with ", codeRow(result.opening, this.ruleset, "Opening")) : null,
    );
  }
}

/** The screen that compares strategies. */
export function strategiesView(world, { signal }) {
  let contenders = [];
  let running = null;
  const grid = h("div", { class: "contenders" });
  const about = h("p", { class: "hint" });
  const run = h("button", { type: "button", class: "primary", on: { click: () => compare() } }, "Play the chosen");
  const rules = h("select", { on: { change: () => list() } }, world.rulesets.map((ruleset) => h("option", { value: ruleset.name }, title(ruleset.name))));
  const ruleset = () => world.rulesets.find((one) => one.name === rules.value);
  const sampled = () => spaceOf(ruleset()) > SAMPLED_ABOVE || Boolean(ruleset().wordList);

  async function list() {
    running?.abort();
    const chosen = ruleset();
    about.textContent = `${describe(chosen)}. ${sampled() ? `Each plays ${SAMPLE} codes drawn at random, the same for all.` : `Each plays all ${count(spaceOf(chosen))} codes.`} Bars: percent of the codes by guesses needed.`;
    try {
      const infos = await listStrategies(chosen.name);
      if (chosen !== ruleset()) return;
      contenders = infos.map((info) => new Contender(info, chosen));
      grid.replaceChildren(...contenders.map((one) => one.element));
      run.disabled = contenders.length === 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      grid.replaceChildren(h("p", { class: "card" }, error.reason === "UNKNOWN_PATH" ? "This server does not evaluate strategies." : error.text));
      run.disabled = true;
    }
  }

  function redraw() {
    const done = contenders.filter((one) => one.result);
    const most = Math.max(...done.flatMap((one) => one.shares));
    const columns = Math.max(...done.map((one) => one.result.histogram.length));
    const best = Math.min(...done.map((one) => one.result.average));
    for (const one of done) one.draw(most, columns, best);
  }

  async function compare() {
    running = new AbortController();
    const own = running;
    signal.addEventListener("abort", () => own.abort());
    run.disabled = true;
    const request = { ruleset: { preset: rules.value }, seed: "1", ...(sampled() ? { sample: SAMPLE } : {}) };
    const chosen = contenders.filter((one) => one.pick.checked);
    try {
      // One after the other: the server's solver serves others too.
      for (const one of chosen) {
        await one.run(request, own.signal);
        if (own.signal.aborted) return;
        redraw();
      }
      say(`Done. ${chosen.filter((one) => one.result).map((one) => `${enumTitle(one.info.strategy)}: ${count(one.result.average, 3)} guesses`).join(". ")}`);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (running === own) run.disabled = false;
    }
  }

  list();
  return h(
    "div",
    { class: "view" },
    h("div", { class: "hero" }, h("h1", {}, "Strategies side by side."), about),
    h("p", { class: "start card" }, h("label", {}, "Rules ", rules), run),
    grid,
  );
}
