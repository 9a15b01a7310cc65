// What rulesets, symbols, codemakers and strategies are called and how they look.

import { plural } from "./dom.js";

// The initials of the first ten are the first ten letters, as in `mastermind play`.
const HUES = [
  ["amber", "#ff9f1c"], ["blue", "#4a90ff"], ["crimson", "#f0474f"], ["dandelion", "#ffe14d"],
  ["emerald", "#2fc26b"], ["fuchsia", "#c86bfa"], ["glacier", "#5fdcea"], ["hazel", "#a8744a"],
  ["ivory", "#f4efe2"], ["jet", "#5b6270"],
];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*";
const SHAPES = ["circle", "square", "triangle", "star", "hexagon"];
const TILE = "#f4efe2";

function furtherShade(symbol) {
  // Steps of the golden angle keep any number of further colors apart.
  return `hsl(${Math.round(symbol * 137.508) % 360} 60% 62%)`;
}

function grand(symbol) {
  const color = (symbol - 1) % 5;
  const shape = Math.floor((symbol - 1) / 5);
  const [name, shade] = HUES[color];
  return {
    value: symbol, letter: LETTERS[color], key: LETTERS[symbol - 1], name: `${name} ${SHAPES[shape]}`,
    shade, shape: SHAPES[shape],
  };
}

function plain(ruleset, symbol) {
  const given = ruleset.symbols?.[symbol - 1];
  const short = given && [...given].length <= 2;
  const [name, shade] = HUES[symbol - 1] ?? [`color ${symbol}`, furtherShade(symbol)];
  const letter = short ? given.toUpperCase() : LETTERS[symbol - 1];
  if (ruleset.wordList) return { value: symbol, letter, key: letter, name: letter, shade: TILE, shape: "square" };
  return { value: symbol, letter, key: letter, name: given ?? name, shade, shape: "circle" };
}

/** The symbols of a ruleset, the blank last; each by value, letter, key, name, shade, shape. */
export function symbolsOf(ruleset) {
  const kind = ruleset.feedbackKind === "FEEDBACK_KIND_GRAND" ? grand : (symbol) => plain(ruleset, symbol);
  const all = Array.from({ length: ruleset.colors }, (_, index) => kind(index + 1));
  if (ruleset.blanks) all.push({ value: 0, letter: "–", key: "-", name: "blank", shade: "transparent", shape: "blank" });
  return all;
}

/** How to name a ruleset in a request. */
export function choiceOf(ruleset) {
  if (ruleset.name === "custom") return { custom: ruleset };
  return { preset: ruleset.name, maxGuesses: ruleset.maxGuesses };
}

/** "4 holes, 6 colors, colors may repeat". */
export function describe(ruleset) {
  const parts = [`${ruleset.pegs} holes`, plural(ruleset.colors, ruleset.wordList ? "letter" : "color")];
  if (ruleset.feedbackKind === "FEEDBACK_KIND_GRAND") parts[1] = "5 colors × 5 shapes";
  if (ruleset.blanks) parts[1] += " and blanks";
  parts.push(ruleset.repeats ? "repeats" : "no repeats");
  parts.push(ruleset.maxGuesses ? plural(ruleset.maxGuesses, "row") : "no limit");
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

/** "advanced" → "Advanced", "bulls-and-cows" → "Bulls and cows". */
export function title(name) {
  const words = name.replaceAll("-", " ").replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "STRATEGY_MOST_PARTS" → "Most parts". */
export const enumTitle = (value) => title(value.replace(/^(STRATEGY|QUALITY|CODEMAKER|STATE)_/, ""));

/** The name by which GetServerInfo lists a feature. */
export const feature = (kind, value) => (
  `${kind}:${value.replace(/^(STRATEGY|CODEMAKER)_/, "").replaceAll("_", "-").toLowerCase()}`
);

const is4x6 = (ruleset) => (
  ruleset.pegs === 4 && ruleset.colors === 6 && ruleset.repeats && !ruleset.blanks
  && !ruleset.wordList && ruleset.feedbackKind === "FEEDBACK_KIND_STANDARD"
);

/** Who may hide the code from one who plays on the page. */
export const CODEMAKERS = [
  { value: "CODEMAKER_UNIFORM", name: "Fair draw", text: "Every code is as likely as any other.", fits: () => true },
  { value: "CODEMAKER_EQUILIBRIUM", name: "Game theorist", text: "Draws what is hardest to break. 4 holes, 6 colors only.", fits: is4x6 },
  { value: "CODEMAKER_ADVERSARIAL", name: "Adversary", text: "Has no code in mind and gives the answer that tells you least.", fits: () => true },
  { value: "CODEMAKER_SUPPLIED", name: "Someone beside you", text: "Hides a code on this device; the service answers.", fits: () => true },
  { value: "CODEMAKER_REMOTE", name: "A friend elsewhere", text: "Keeps the code and answers each guess by a link.", fits: () => true },
];

/** Feedback in words: "2 black, 1 white". */
export function feedbackText(feedback, ruleset) {
  const parts = [`${feedback.black} black`];
  if (ruleset.feedbackKind !== "FEEDBACK_KIND_BLACK_ONLY") parts.push(`${feedback.white} white`);
  if (ruleset.feedbackKind === "FEEDBACK_KIND_GRAND") parts.push(`${feedback.blue} blue`);
  return parts.join(", ");
}

/** A code in letters: "A A B C". */
export function codeText(code, ruleset) {
  const symbols = symbolsOf(ruleset);
  return code.pegs.map((peg) => symbols.find((one) => one.value === peg)?.key ?? "?").join(" ");
}

export const sameFeedback = (a, b) => (
  a.black === b.black && a.white === b.white && (a.blue ?? 0) === (b.blue ?? 0)
);

/** Whether a strategy's name fits a select: those a server offers, AUTO first. */
export function strategiesOffered(features) {
  const known = [
    "AUTO", "MINIMAX", "MOST_PARTS", "ENTROPY", "EXPECTED_SIZE", "OPTIMAL", "OPTIMAL_DEPTH",
    "EQUILIBRIUM", "FIRST_CONSISTENT", "RANDOM_CONSISTENT",
  ].map((name) => `STRATEGY_${name}`);
  return known.filter((value) => value === "STRATEGY_AUTO" || features.has(feature("strategy", value)));
}
