// A game judged turn by turn: how lucky, how skilled, and what a better guess was worth.

import { analyzeGame, ApiError } from "./api.js";
import { count, h, s } from "./dom.js";
import { codeRow } from "./pegs.js";
import { feedbackText } from "./rules.js";

const bits = (value) => Math.log2(Math.max(Number(value), 1));
const signed = (value) => (Math.abs(value) < 0.005 ? "0.00" : `${value > 0 ? "+" : "−"}${count(Math.abs(value), 2)}`);

/** What is open before each turn and at the end, in bits; the dashed mark is what was expected. */
function descent(turns) {
  const [width, height, left, bottom] = [860, 230, 34, 26];
  const levels = [bits(turns[0].candidatesBefore), ...turns.map((turn) => bits(turn.candidatesAfter))];
  const top = Math.max(1, ...levels);
  const x = (index) => left + 14 + (index * (width - left - 40)) / Math.max(1, levels.length - 1);
  const y = (value) => 30 + (1 - value / top) * (height - 30 - bottom);
  const path = levels.map((level, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(level).toFixed(1)}`).join("");
  const grid = Array.from({ length: Math.floor(top / 2) + 1 }, (_, index) => index * 2).map((value) => [
    s("line", { x1: left, x2: width - 8, y1: y(value), y2: y(value), class: "grid" }),
    s("text", { x: left - 8, y: y(value) + 4, class: "axis end" }, String(value)),
  ]);
  const expected = turns.map((turn, index) => s("path", { d: `M${x(index + 1) - 11} ${y(bits(turn.expectedAfter))}h22`, class: "expected" }));
  const points = levels.map((level, index) => [
    s("circle", { cx: x(index), cy: y(level), r: 5, class: "point" }),
    s("text", { x: x(index), y: y(level) - 10, class: "value" }, count(index ? turns[index - 1].candidatesAfter : turns[0].candidatesBefore)),
    s("text", { x: x(index), y: height - 6, class: "axis" }, index ? String(index) : "start"),
  ]);
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "descent", "aria-hidden": "true" }, grid, s("path", { d: `${path}L${x(levels.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`, class: "area" }), s("path", { d: path, class: "line" }), expected, points);
}

function luckBar(luck) {
  const width = Math.min(Math.abs(luck) / 2, 1) * 40;
  return s("svg", { viewBox: "0 0 80 12", class: "bar", "aria-hidden": "true" }, s("line", { x1: 40, x2: 40, y1: 0, y2: 12, class: "grid" }), s("rect", { x: luck < 0 ? 40 - width : 40, y: 2, width, height: 8, rx: 2, class: luck < 0 ? "bad" : "good" }));
}

function skillBar(skill) {
  return s("svg", { viewBox: "0 0 80 12", class: "bar", "aria-hidden": "true" }, s("rect", { x: 0, y: 2, width: 80, height: 8, rx: 2, class: "track" }), s("rect", { x: 0, y: 2, width: 80 * skill, height: 8, rx: 2, class: "good" }));
}

function row(turn, ruleset) {
  const best = turn.regret < 0.005;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, String(turn.turn)),
    h("td", {}, codeRow(turn.guess, ruleset, "Guess"), h("span", { class: "sub" }, feedbackText(turn.feedback, ruleset))),
    h("td", { class: "figure" }, `${count(turn.candidatesBefore)} → ${count(turn.candidatesAfter)}`, h("span", { class: "sub" }, `${count(turn.expectedAfter, 1)} expected`)),
    h("td", { class: "figure" }, signed(turn.luck), luckBar(turn.luck)),
    h("td", { class: "figure" }, turn.skill === undefined ? "–" : [`${count(turn.skill * 100)} %`, skillBar(turn.skill)]),
    h("td", { class: "figure" }, count(turn.regret, 2)),
    h("td", {}, best ? h("span", { class: "sub" }, "as good as any") : [codeRow(turn.bestGuess, ruleset, "Best"), h("span", { class: "sub" }, `${count(turn.bestExpectedAfter, 1)} expected`)]),
  );
}

function summary(turns) {
  const luck = turns.reduce((sum, turn) => sum + turn.luck, 0);
  const regret = turns.reduce((sum, turn) => sum + turn.regret, 0);
  const skills = turns.filter((turn) => turn.skill !== undefined);
  const skill = skills.reduce((sum, turn) => sum + turn.skill, 0) / Math.max(1, skills.length);
  const fact = (name, value, text) => h("div", { class: "fact big" }, h("dt", {}, name), h("dd", {}, value), h("dd", { class: "sub" }, text));
  return h(
    "dl",
    { class: "facts" },
    fact("Skill", skills.length ? `${count(skill * 100)} %` : "–", "of what the best guesses would have told"),
    fact("Luck", `${signed(luck)} bits`, luck >= 0 ? "the answers were kind" : "the answers were unkind"),
    fact("Regret", `${count(regret, 2)} bits`, "that better guesses would have told"),
  );
}

/** The analysis of a game that is over; it says so where the server has none. */
export function analysisOf(seat) {
  const body = h("div", {}, h("p", { class: "hint" }, "Judging every turn …"));
  const element = h("section", { class: "card analysis", "aria-label": "Analysis" }, h("h2", {}, "How well was it played?"), body);
  const show = async () => {
    try {
      const { ruleset, turns } = await analyzeGame(seat);
      if (!turns.length) {
        body.replaceChildren(h("p", { class: "hint" }, "No turn was played."));
        return;
      }
      const columns = ["Turn", "Guess", "Candidates", "Luck, bits", "Skill", "Regret, bits", "Best guess"];
      body.replaceChildren(
        summary(turns),
        h("figure", {}, h("div", { role: "img", "aria-label": `Candidates left, in bits, from ${count(turns[0].candidatesBefore)} codes down to ${count(turns.at(-1).candidatesAfter)}; the table below has every number` }, descent(turns)), h("figcaption", { class: "hint" }, "What was still open, in bits, after each turn. Dashes: what was expected. Below the dash is luck.")),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Turn by turn" }, h("table", {}, h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, turns.map((turn) => row(turn, ruleset))))),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      body.replaceChildren(h("p", { class: "hint" }, error.reason === "UNKNOWN_PATH" || error.http === 501 ? "This server does not analyze games of this ruleset." : `No analysis: ${error.text}`));
    }
  };
  show();
  return element;
}
