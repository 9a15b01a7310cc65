// The board: turns played, the row being filled, rows still free.

import { h } from "./dom.js";
import { answer, codeRow, peg } from "./pegs.js";

const MOST_FREE_ROWS = 4;

/** A board that shows a game; an entry's row stays in place while turns come and go. */
export class Board {
  /**
   * @param ruleset of the game
   * @param entry the row being filled, for who may guess
   */
  constructor(ruleset, entry) {
    this.ruleset = ruleset;
    this.entry = entry;
    this.rows = h("ol", { class: "rows", "aria-label": "Turns" });
    this.current = entry ? h("li", { class: "row current" }, h("span", { class: "number", "aria-hidden": "true" }), entry.row) : null;
    this.element = h("div", { class: `board${ruleset.pegs > 6 ? " wide" : ""}`, vars: { "--pegs": ruleset.pegs } }, this.rows);
  }

  /**
   * Shows a game.
   * @param turns those answered
   * @param pending a guess that waits for its answer
   * @param open whether the entry's row is shown
   * @param left guesses left, -1 for no limit
   */
  show({ turns, pending, open, left }) {
    const { ruleset } = this;
    const past = turns.map((turn, index) => this.turn(index + 1, turn.guess, answer(turn.feedback, ruleset)));
    if (pending) past.push(this.turn(turns.length + 1, pending, h("span", { class: "waiting" }, "waiting")));
    const used = turns.length + (pending ? 1 : 0);
    const shown = open && this.current;
    if (shown) {
      this.current.querySelector(".number").textContent = String(used + 1);
      // The row itself never leaves the document: it would lose the focus.
      for (const row of [...this.rows.children]) if (row !== this.current) row.remove();
      if (!this.current.isConnected) this.rows.append(this.current);
      this.current.before(...past);
    } else {
      this.rows.replaceChildren(...past);
    }
    const free = left < 0 ? 0 : Math.min(MOST_FREE_ROWS, left - (shown ? 1 : 0) - (pending ? 1 : 0));
    const over = !shown && !pending;
    for (let index = 0; index < free && !over; index += 1) {
      this.rows.append(h(
        "li",
        { class: "row free", "aria-hidden": "true" },
        h("span", { class: "number" }, String(used + index + (shown ? 2 : 1))),
        h("span", { class: "code" }, Array.from({ length: ruleset.pegs }, () => peg(null))),
      ));
    }
  }

  turn(number, guess, reply) {
    return h(
      "li",
      { class: "row" },
      h("span", { class: "number", "aria-hidden": "true" }, String(number)),
      codeRow(guess, this.ruleset, "Guess"),
      reply,
    );
  }
}
