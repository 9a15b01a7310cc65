// Hints with the numbers they rest on.

import { ApiError, suggest } from "./api.js";
import { count, h, say } from "./dom.js";
import { codeRow } from "./pegs.js";
import { codeText, enumTitle, strategiesOffered } from "./rules.js";

const fact = (name, value, title) => h("div", { class: "fact", title }, h("dt", {}, name), h("dd", {}, value));

function factsOf(hint) {
  const about = hint.candidatesEstimated ? "about " : "";
  return h(
    "dl",
    { class: "facts" },
    fact("Candidates", about + count(hint.candidatesRemaining), "Codes that explain every answer so far"),
    fact("Worst case", count(hint.worstCaseRemaining), "The most that this guess can leave"),
    fact("Expected", count(hint.expectedRemaining, 1), "What it leaves on average"),
    fact("Tells", `${count(hint.entropyBits, 2)} bits`, "What its answer tells on average"),
    fact("Answers", count(hint.parts), "Different answers that it can get"),
  );
}

/** The panel that asks for hints and puts one on the board. */
export class Hints {
  /**
   * @param seat whose game it is
   * @param features what the server offers
   * @param onUse called with a code to put on the board
   */
  constructor(seat, ruleset, features, onUse) {
    this.seat = seat;
    this.ruleset = ruleset;
    this.onUse = onUse;
    this.strategy = h("select", {}, strategiesOffered(features).map((value) => h("option", { value }, value === "STRATEGY_AUTO" ? "Best available" : enumTitle(value))));
    this.button = h("button", { type: "button", class: "secondary", on: { click: () => this.ask() } }, "Give me a hint");
    this.result = h("div", { class: "hint-result" });
    this.element = h(
      "section",
      { class: "card hints", "aria-label": "Hints" },
      h("h2", {}, "Hint"),
      h("div", { class: "ask" }, h("label", {}, h("span", { class: "unseen" }, "Strategy of the hint"), this.strategy), this.button),
      this.result,
    );
  }

  /** Forgets the hint: the position has changed. */
  reset(open) {
    this.result.replaceChildren();
    this.button.disabled = !open;
  }

  async ask() {
    this.button.disabled = true;
    this.result.replaceChildren(h("p", { class: "hint" }, "Thinking …"));
    try {
      this.show(await suggest(this.seat, this.strategy.value));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.result.replaceChildren(h("p", { class: "problem", role: "alert" }, error.text));
    }
    this.button.disabled = false;
  }

  show(hint) {
    const use = (code) => h("button", { type: "button", class: "secondary small", on: { click: () => this.onUse(code) }, "aria-label": `Use ${codeText(code, this.ruleset)}` }, "Use");
    const others = hint.alternatives ?? [];
    this.result.replaceChildren(
      h("div", { class: "hint-code" }, codeRow(hint.guess, this.ruleset, "Hint"), use(hint.guess)),
      h("p", { class: "hint" }, `${enumTitle(hint.strategyUsed)}, ${enumTitle(hint.quality).toLowerCase()}. `, hint.isCandidate ? "It may be the code itself." : "It cannot be the code, but tells more."),
      factsOf(hint),
      others.length ? h("details", {}, h("summary", {}, "Next best"), h("ul", { class: "others" }, others.map((other) => h("li", {}, codeRow(other.guess, this.ruleset), h("span", { class: "hint" }, `${count(other.expectedRemaining, 1)} expected`), use(other.guess))))) : null,
    );
    say(`Hint: ${codeText(hint.guess, this.ruleset)}. ${count(hint.entropyBits, 2)} bits, ${count(hint.expectedRemaining, 1)} codes expected to remain.`);
  }
}
