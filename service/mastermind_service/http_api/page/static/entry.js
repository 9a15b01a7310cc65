// A row being filled: by mouse or touch, by letters and arrows, or read aloud.

import { h, roving, say } from "./dom.js";
import { peg } from "./pegs.js";
import { symbolsOf } from "./rules.js";

/** A code in the making: its row of holes and the palette that fills them. */
export class CodeEntry {
  /**
   * @param ruleset what is legal
   * @param label what the row is, for those who listen
   * @param onChange called with whether the row is full
   * @param onSubmit called with the code by Enter on a full row
   */
  constructor(ruleset, label, { onChange = () => {}, onSubmit = () => {} } = {}) {
    this.ruleset = ruleset;
    this.symbols = symbolsOf(ruleset);
    this.pegs = Array(ruleset.pegs).fill(null);
    this.at = 0;
    this.onChange = onChange;
    this.onSubmit = onSubmit;
    this.holes = this.pegs.map((_, index) => h("button", {
      type: "button", class: "hole", on: { click: () => this.select(index), focus: () => this.select(index, false) },
    }));
    this.row = h("div", { class: "holes", role: "group", "aria-label": label }, this.holes);
    this.row.addEventListener("keydown", (event) => this.press(event));
    this.palette = h(
      "div",
      { class: "palette", role: "toolbar", "aria-label": "Colors" },
      this.symbols.map((symbol) => h("button", {
        type: "button", class: "swatch", "aria-label": `${symbol.key === "-" ? "" : `${symbol.key}, `}${symbol.name}`, title: symbol.name,
        on: { click: () => this.put(symbol) },
      }, peg(symbol))),
    );
    roving(this.palette, "button");
    // Letters also work from the palette, so that no hand has to leave it.
    this.palette.addEventListener("keydown", (event) => this.pressLetter(event));
    this.show();
  }

  get full() {
    return this.pegs.every((symbol) => symbol !== null);
  }

  get code() {
    return { pegs: this.pegs.map((symbol) => symbol.value) };
  }

  /** Fills the row with a code. */
  set(code) {
    this.pegs = code.pegs.map((value) => this.symbols.find((symbol) => symbol.value === value));
    this.show();
  }

  clear() {
    this.pegs.fill(null);
    this.at = 0;
    this.show();
  }

  focus() {
    this.holes[this.at].focus();
  }

  select(index, focus = true) {
    this.at = index;
    this.show();
    if (focus) this.holes[index].focus();
  }

  put(symbol) {
    this.pegs[this.at] = symbol;
    const next = this.pegs.findIndex((peg, index) => peg === null && index > this.at);
    const first = this.pegs.indexOf(null);
    const wasInRow = this.row.contains(document.activeElement);
    this.at = next >= 0 ? next : first >= 0 ? first : Math.min(this.at + 1, this.pegs.length - 1);
    this.show();
    if (wasInRow) this.holes[this.at].focus();
    else say(`${symbol.name} placed`);
  }

  press(event) {
    const last = this.pegs.length - 1;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const turn = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) this.select(Math.max(0, Math.min(last, this.at + step)));
    else if (turn) this.cycle(turn);
    else if (event.key === "Backspace" || event.key === "Delete") this.erase(event.key === "Backspace");
    else if (event.key === "Enter" && this.full) this.onSubmit(this.code);
    else {
      this.pressLetter(event);
      return;
    }
    event.preventDefault();
  }

  pressLetter(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    const symbol = this.symbolOf(event.key);
    if (!symbol) return;
    event.preventDefault();
    this.put(symbol);
  }

  symbolOf(key) {
    const exact = this.symbols.find((symbol) => symbol.key === key);
    const folded = this.symbols.find((symbol) => symbol.key === key.toUpperCase());
    const byNumber = this.symbols.length <= 11 && /\d/.test(key)
      ? this.symbols.find((symbol) => symbol.value === (key === "0" && !this.ruleset.blanks ? 10 : Number(key)))
      : undefined;
    return exact ?? folded ?? byNumber;
  }

  cycle(turn) {
    const size = this.symbols.length;
    const now = this.symbols.indexOf(this.pegs[this.at]);
    this.pegs[this.at] = this.symbols[now < 0 ? (turn > 0 ? 0 : size - 1) : (now + turn + size) % size];
    this.show();
  }

  erase(back) {
    if (back && this.pegs[this.at] === null && this.at > 0) this.at -= 1;
    this.pegs[this.at] = null;
    this.show();
    this.focus();
  }

  show() {
    this.holes.forEach((hole, index) => {
      const symbol = this.pegs[index];
      hole.replaceChildren(peg(symbol));
      hole.tabIndex = index === this.at ? 0 : -1;
      hole.classList.toggle("chosen", index === this.at);
      hole.setAttribute("aria-label", `Hole ${index + 1}: ${symbol ? `${symbol.letter}, ${symbol.name}` : "empty"}`);
    });
    this.onChange(this.full);
  }
}
