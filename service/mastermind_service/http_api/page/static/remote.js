// Your code broken: the service, or a friend, guesses; you answer; the code stays with you.

import { ApiError, follow, getGame, isOlder, move, newGame, OVER } from "./api.js";
import { Board } from "./board.js";
import { h, roving, say } from "./dom.js";
import { ending, gameHead } from "./game.js";
import { codeRow } from "./pegs.js";
import { choiceOf, codeText, enumTitle, strategiesOffered } from "./rules.js";
import { askForCode, chosenRuleset, rowsSelect, rulesetChoices } from "./setup.js";
import { Splits } from "./split.js";

/** The screen on which a game begins in which the service guesses. */
export function remoteSetup(world, onStart) {
  const hero = h("div", { class: "hero" }, h("h1", {}, "Now you hide a code."), h("p", {}, "Think of one and keep it to yourself: it never leaves your head. The service guesses, you answer each guess."));
  if (!world.features.has("codemaker:remote")) return h("div", { class: "view" }, hero, h("p", { class: "card" }, "This server does not break callers’ codes."));
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "primary large" }, "I have a code");
  const strategy = h("select", { name: "strategy" }, strategiesOffered(world.features).map((value) => h("option", { value }, value === "STRATEGY_AUTO" ? "Best available" : enumTitle(value))));
  const form = h("form", { class: "card setup", "aria-label": "Have your code broken" }, rulesetChoices(world.rulesets, "classic"), h("p", { class: "start" }, h("label", {}, "Strategy ", strategy), h("label", {}, "Rows ", rowsSelect()), start), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    start.disabled = true;
    problem.textContent = "";
    try {
      onStart(await newGame({ ruleset: choiceOf(chosenRuleset(form, world.rulesets)), codemaker: "CODEMAKER_REMOTE", strategy: strategy.value }));
    } catch (error) {
      problem.textContent = error.text ?? error.message;
    }
    start.disabled = false;
  });
  return h("div", { class: "view" }, hero, form);
}

/** Numbers from 0 to the pegs as one row of radio buttons. */
class Counter {
  constructor(kind, label, pegs) {
    this.value = 0;
    this.buttons = Array.from({ length: pegs + 1 }, (_, number) => h("button", { type: "button", role: "radio", class: "count", on: { click: () => this.take(number), focus: () => this.take(number) } }, String(number)));
    this.group = h("div", { class: `counter ${kind}`, role: "radiogroup", "aria-label": label }, this.buttons);
    this.element = h("div", { class: "counter-row" }, h("span", { class: "counter-label" }, h("span", { class: `mark ${kind}`, "aria-hidden": "true" }), label), this.group);
    roving(this.group, "button");
    this.group.addEventListener("keydown", (event) => {
      if (/^\d$/.test(event.key) && this.buttons[event.key]) this.buttons[event.key].focus();
    });
    this.take(0);
  }

  take(number) {
    this.value = number;
    this.buttons.forEach((button, index) => {
      button.setAttribute("aria-checked", String(index === number));
      button.tabIndex = index === number ? 0 : -1;
    });
  }
}

function repairText(error) {
  const turns = error.metadata.repairing_turns ?? error.metadata.repairingTurns;
  const which = turns ? ` Changing the answer of turn ${turns} alone would repair it.` : "";
  return `No code explains all these answers.${which} Check this one, or take the last one back.`;
}

/** The screen of the codemaker of a REMOTE game. */
export function answerView(seat, game, { signal, onLeave }) {
  const { ruleset } = game;
  const board = new Board(ruleset);
  const splits = new Splits(ruleset, "How fast it closes in");
  const head = h("div");
  const end = h("div");
  const problem = h("p", { class: "problem", role: "alert" });
  const counters = [new Counter("black", "Black: right color, right place", ruleset.pegs)];
  if (ruleset.feedbackKind !== "FEEDBACK_KIND_BLACK_ONLY") counters.push(new Counter("white", "White: right color, elsewhere", ruleset.pegs));
  if (ruleset.feedbackKind === "FEEDBACK_KIND_GRAND") counters.push(new Counter("blue", "Blue: half of it, right place", ruleset.pegs));
  const asked = h("p", { class: "asked" });
  const give = h("button", { class: "primary" }, "Answer");
  const back = h("button", { type: "button", class: "quiet", on: { click: () => act("takeBackTurn") } }, "Take the last answer back");
  const form = h("form", { class: "card answer-form", "aria-label": "Your answer" }, asked, counters.map((counter) => counter.element), h("p", { class: "actions" }, back, give));
  const waiting = h("p", { class: "card hint" }, "Waiting for a guess …");
  const reveal = h("button", { type: "button", class: "primary", on: { click: () => tell() } }, "Reveal my code");
  const verdict = h("p", { class: "verdict" });
  const after = h("section", { class: "card", "aria-label": "Afterwards" }, h("h2", {}, "Was every answer true?"), h("p", { class: "hint" }, "Reveal your code and every answer is checked against it."), verdict, reveal);
  const another = h("button", { type: "button", class: "secondary", on: { click: onLeave } }, "New game");

  let shownQuestion;

  function show(now) {
    if (isOlder(now, game)) return;
    game = now;
    const over = OVER.has(game.state);
    head.replaceChildren(gameHead(game, another, "Your own code"));
    board.show({ turns: game.turns, pending: game.pendingGuess, open: false, left: over ? 0 : game.guessesLeft });
    form.hidden = over || !game.pendingGuess;
    waiting.hidden = over || Boolean(game.pendingGuess);
    after.hidden = !over || game.state === "STATE_RESIGNED";
    back.hidden = game.turns.length === 0;
    if (over) end.replaceChildren(ending(game));
    const question = game.pendingGuess && `${game.turns.length} ${game.pendingGuess.pegs}`;
    if (question && question !== shownQuestion) {
      asked.replaceChildren(`Guess ${game.turns.length + 1}: `, codeRow(game.pendingGuess, ruleset, "Guess"));
      for (const counter of counters) counter.take(0);
      say(`Guess ${game.turns.length + 1}: ${codeText(game.pendingGuess, ruleset)}. How is it answered?`);
    }
    shownQuestion = question;
    splits.show(game.turns);
  }

  async function act(verb, fields) {
    problem.textContent = "";
    give.disabled = true;
    try {
      show((await move(seat, verb, fields)).game);
      if (!form.hidden) counters[0].buttons[0].focus();
      else if (OVER.has(game.state)) reveal.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.reason === "CONTRADICTORY_HISTORY" ? repairText(error) : error.text;
      if (error.reason === "WRONG_TURN" || error.reason === "GAME_OVER") show(await getGame(seat));
    }
    give.disabled = false;
  }

  async function tell() {
    const secret = await askForCode(ruleset, "Your code", "The one you had in mind.", "Reveal it");
    if (!secret) return;
    try {
      const { game: now, falseTurns } = await move(seat, "revealSecret", { secret });
      show(now);
      verdict.textContent = falseTurns.length ? `Not every one: turn ${falseTurns.join(", ")} was answered falsely. The game is void.` : "Yes. Every answer was true.";
      say(verdict.textContent);
      reveal.hidden = true;
    } catch (error) {
      verdict.textContent = error.text ?? error.message;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [black, white, blue] = counters.map((counter) => counter.value);
    act("giveFeedback", { feedback: { black, white: white ?? 0, blue: blue ?? 0 }, expectedTurn: game.turns.length + 1 });
  });

  show(game);
  if (!OVER.has(game.state)) {
    follow(seat.gameId, {
      token: seat.token, signal,
      onEvent: async () => show(await getGame(seat)),
    }).catch((error) => { problem.textContent = error.text ?? error.message; });
  }
  return h("div", { class: "view play" }, head, h("div", { class: "table" }, h("div", { class: "left" }, end, board.element, problem, form, waiting, after), h("div", { class: "right" }, splits.element)));
}
