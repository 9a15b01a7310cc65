// Pegs, codes and answers as pictures that do not rest on color: each has a letter or shape.

import { h, s } from "./dom.js";
import { codeText, feedbackText, symbolsOf } from "./rules.js";

const OUTLINES = {
  circle: () => s("circle", { cx: 20, cy: 20, r: 17 }),
  square: () => s("rect", { x: 4, y: 4, width: 32, height: 32, rx: 6 }),
  triangle: () => s("path", { d: "M20 2 38 36 2 36Z", "stroke-linejoin": "round" }),
  star: () => s("path", { d: "M20 1l5.3 12 13.2 1.3-10 8.7 3 13L20 29l-11.5 7 3-13-10-8.7 13.2-1.300z" }),
  hexagon: () => s("path", { d: "M20 2 36 11v18L20 38 4 29V11Z" }),
  blank: () => s("circle", { cx: 20, cy: 20, r: 13, class: "blank-ring" }),
};
const DARK = ["jet", "hazel"];

/** A peg; `null` is an empty hole. */
export function peg(symbol) {
  if (!symbol) return s("svg", { viewBox: "0 0 40 40", class: "peg empty", "aria-hidden": "true" }, s("circle", { cx: 20, cy: 20, r: 6 }));
  const { shade, shape, letter, name } = symbol;
  const low = shape === "triangle" ? 30 : 26.5;
  return s(
    "svg",
    { viewBox: "0 0 40 40", class: `peg ${shape}${DARK.includes(name.split(" ")[0]) ? " deep" : ""}`, "aria-hidden": "true", vars: { "--shade": shade } },
    OUTLINES[shape](),
    shape === "circle" ? s("ellipse", { cx: 15, cy: 10.5, rx: 7, ry: 3.6, class: "gleam", transform: "rotate(-24 15 10.5)" }) : null,
    s("text", { x: 20, y: low, "text-anchor": "middle" }, letter),
  );
}

/** A code in a row, read aloud by its letters. */
export function codeRow(code, ruleset, label = "Code") {
  const symbols = symbolsOf(ruleset);
  return h(
    "span",
    { class: "code", role: "img", "aria-label": `${label} ${codeText(code, ruleset)}` },
    code.pegs.map((value) => peg(symbols.find((symbol) => symbol.value === value))),
  );
}

function key(kind) {
  const mark = {
    black: s("circle", { cx: 8, cy: 8, r: 6 }),
    white: s("circle", { cx: 8, cy: 8, r: 4.8 }),
    blue: s("path", { d: "M8 1.5 14.5 8 8 14.5 1.5 8Z" }),
    none: s("circle", { cx: 8, cy: 8, r: 1.8 }),
  }[kind];
  return s("svg", { viewBox: "0 0 16 16", class: `key ${kind}`, "aria-hidden": "true" }, mark);
}

/** The key pegs of an answer: black filled, white hollow, blue a diamond. */
export function answer(feedback, ruleset) {
  const { black, white, blue = 0 } = feedback;
  const kinds = [
    ...Array(black).fill("black"), ...Array(white).fill("white"), ...Array(blue).fill("blue"),
  ];
  while (kinds.length < ruleset.pegs) kinds.push("none");
  return h(
    "span",
    { class: "answer", role: "img", "aria-label": feedbackText(feedback, ruleset), vars: { "--across": Math.ceil(ruleset.pegs / 2) } },
    kinds.map(key),
  );
}
