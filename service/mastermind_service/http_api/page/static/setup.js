// The first screen: which rules, whose code.

import { newGame } from "./api.js";
import { h } from "./dom.js";
import { CodeEntry } from "./entry.js";
import { peg } from "./pegs.js";
import { CODEMAKERS, choiceOf, describe, feature, symbolsOf, title } from "./rules.js";

/** The symbols of a ruleset as a row of small pegs. */
function sample(ruleset) {
  const symbols = symbolsOf(ruleset);
  const shown = symbols.length > 10 ? symbols.filter((_, index) => index % Math.ceil(symbols.length / 10) === 0) : symbols;
  return h("span", { class: "sample", "aria-hidden": "true" }, shown.map(peg));
}

/** A radio button drawn as a card. */
export function cardChoice(name, value, checked, heading, text, extra, disabled = false) {
  return h(
    "label",
    { class: "choice" },
    h("input", { type: "radio", name, value, checked, disabled }),
    h("span", { class: "choice-name" }, heading),
    h("span", { class: "choice-text" }, text),
    extra,
  );
}

/** Radio cards of all presets; `chosen` is the one that is on. */
export function rulesetChoices(rulesets, chosen) {
  return h("fieldset", {}, h("legend", {}, "Rules"), h("div", { class: "choices" }, rulesets.map((ruleset) => cardChoice("ruleset", ruleset.name, ruleset.name === chosen, title(ruleset.name), describe(ruleset), sample(ruleset)))));
}

/** Other numbers of rows than the preset's own. */
export function rowsSelect() {
  const own = h("option", { value: "" }, "as the rules say");
  return h("select", { name: "rows" }, own, [12, 10, 8, 6].map((rows) => h("option", { value: rows }, String(rows))), h("option", { value: 0 }, "no limit"));
}

/** The ruleset chosen in a form, with the rows chosen. */
export function chosenRuleset(form, rulesets) {
  const preset = rulesets.find((ruleset) => ruleset.name === form.elements.ruleset.value);
  const rows = form.elements.rows.value;
  return rows === "" ? preset : { ...preset, maxGuesses: Number(rows) };
}

/** A dialog in which somebody hides a code; gives the code, or null when it was closed. */
export function askForCode(ruleset, heading, text, button) {
  return new Promise((done) => {
    let code = null;
    const accept = h("button", { type: "button", class: "primary", disabled: true, on: { click: () => finish() } }, button);
    const entry = new CodeEntry(ruleset, heading, { onChange: (full) => { accept.disabled = !full; }, onSubmit: () => finish() });
    const dialog = h(
      "dialog",
      { class: "code-dialog", "aria-label": heading },
      h("h2", {}, heading),
      h("p", { class: "hint" }, text),
      h("div", { class: "board one", vars: { "--pegs": ruleset.pegs } }, entry.row),
      entry.palette,
      h("p", { class: "actions" }, h("button", { type: "button", class: "quiet", on: { click: () => dialog.close() } }, "Cancel"), accept),
    );
    const finish = () => {
      code = entry.code;
      dialog.close();
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(code);
    });
    document.body.append(dialog);
    dialog.showModal();
    entry.focus();
  });
}

/**
 * The screen on which a game is set up.
 * @param world rulesets and features of the server
 * @param onStart called with the seats of the new game
 */
export function setupView(world, onStart) {
  const makers = CODEMAKERS.filter((maker) => world.features.has(feature("codemaker", maker.value)));
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "primary large" }, "Start the game");
  const form = h(
    "form",
    { class: "card setup", "aria-label": "New game", on: { submit: (event) => { event.preventDefault(); begin(); }, change: () => refresh() } },
    rulesetChoices(world.rulesets, "classic"),
    h("fieldset", {}, h("legend", {}, "Whose code"), h("div", { class: "choices makers" }, makers.map((maker, index) => cardChoice("codemaker", maker.value, index === 0, maker.name, maker.text)))),
    h("p", { class: "start" }, h("label", {}, "Rows ", rowsSelect()), start),
    problem,
  );
  const chosenMaker = () => makers.find((maker) => maker.value === form.elements.codemaker.value);

  function refresh() {
    const ruleset = chosenRuleset(form, world.rulesets);
    for (const input of form.querySelectorAll("[name=codemaker]")) {
      input.disabled = !makers.find((maker) => maker.value === input.value).fits(ruleset);
      if (input.disabled && input.checked) form.querySelector("[name=codemaker]").checked = true;
    }
  }

  async function begin() {
    const ruleset = chosenRuleset(form, world.rulesets);
    const request = { ruleset: choiceOf(ruleset), codemaker: chosenMaker().value };
    if (request.codemaker === "CODEMAKER_SUPPLIED") {
      request.secret = await askForCode(ruleset, "Hide your code", "Whoever breaks it looks away. Then hand the device over.", "Hide it");
      if (!request.secret) return;
    }
    if (request.codemaker === "CODEMAKER_REMOTE") request.codebreaker = "CODEBREAKER_CLIENT";
    start.disabled = true;
    problem.textContent = "";
    try {
      onStart(await newGame(request));
    } catch (error) {
      problem.textContent = error.text ?? error.message;
    }
    start.disabled = false;
  }

  refresh();
  const hero = h("div", { class: "hero" }, h("h1", {}, "Break the code."), h("p", {}, "Every guess is answered with black pegs, right color and right place, and white ones, right color in another place. How few do you need?"));
  return h("div", { class: "view" }, hero, form);
}
