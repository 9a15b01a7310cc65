// A game being played: the board, the row, hints, what guesses told, and the end.

import { analysisOf } from "./analysis.js";
import { ApiError, follow, getGame, isOlder, move, OVER } from "./api.js";
import { Board } from "./board.js";
import { h, plural, say } from "./dom.js";
import { CodeEntry } from "./entry.js";
import { Hints } from "./hints.js";
import { codeRow } from "./pegs.js";
import { CODEMAKERS, codeText, describe, enumTitle, feedbackText, title } from "./rules.js";
import { Splits } from "./split.js";

/** A link within the page; what it holds stays behind the # and is never sent. */
export const linkTo = (view, gameId, token) => (
  `${location.href.split("#")[0]}#/${view}/${encodeURIComponent(gameId)}/${encodeURIComponent(token)}`
);

/** A button that copies a link, beside the link itself for who prefers that. */
export function linkCard(heading, text, link) {
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": heading, on: { focus: () => field.select() } });
  const copy = h("button", {
    type: "button", class: "secondary small",
    on: {
      click: async () => {
        try {
          await navigator.clipboard.writeText(link);
          copy.textContent = "Copied";
          say("Link copied");
        } catch {
          // Without TLS, or without leave, there is no clipboard: the link is marked instead.
          field.focus();
          field.select();
        }
      },
    },
  }, "Copy");
  return h("section", { class: "card link-card", "aria-label": heading }, h("h2", {}, heading), h("p", { class: "hint" }, text), h("div", { class: "copy" }, field, copy));
}

/** What is said of a game that is over. */
export function ending(game) {
  const turns = game.turns.length;
  const text = {
    STATE_SOLVED: `Solved in ${plural(turns, "guess", "guesses")}`,
    STATE_UNSOLVED: "All guesses used up",
    STATE_RESIGNED: "Given up",
    STATE_VOID: "Void: an answer was false",
  }[game.state];
  const secret = game.secret ? h("p", { class: "secret" }, "The code: ", codeRow(game.secret, game.ruleset, "The code was")) : null;
  return h("div", { class: `ending ${game.state === "STATE_SOLVED" ? "won" : "lost"}` }, h("h2", {}, text), secret);
}

const makerName = (game) => CODEMAKERS.find((maker) => maker.value === game.codemaker)?.name ?? enumTitle(game.codemaker);

/** The head of a game: its rules, its codemaker, what is left. */
export function gameHead(game, extra, maker = makerName(game)) {
  const left = game.guessesLeft < 0 ? "" : ` · ${plural(game.guessesLeft, "guess", "guesses")} left`;
  return h("div", { class: "game-head" }, h("div", {}, h("h1", {}, title(game.ruleset.name)), h("p", { class: "hint" }, `${describe(game.ruleset)} · ${maker}${OVER.has(game.state) ? "" : left}`)), extra);
}

/**
 * The screen of one game, for its codebreaker.
 * @param seat gameId, token and the tokens of the links
 * @param game as it stands
 */
export function gameView(world, seat, game, { signal, onLeave }) {
  const { ruleset } = game;
  const guess = h("button", { type: "button", class: "primary", disabled: true, on: { click: () => play() } }, "Guess");
  let busy = false;
  const entry = new CodeEntry(ruleset, "Your guess", { onChange: (full) => { guess.disabled = !full || busy; }, onSubmit: () => play() });
  const board = new Board(ruleset, entry);
  const splits = new Splits(ruleset);
  const hints = new Hints(seat, ruleset, world.features, (code) => { entry.set(code); entry.focus(); });
  const problem = h("p", { class: "problem", role: "alert" });
  const resign = h("button", { type: "button", class: "quiet", on: { click: () => giveUp() } }, "Give up");
  const another = h("button", { type: "button", class: "secondary", on: { click: onLeave } }, "New game");
  const head = h("div");
  const end = h("div");
  const keys = h("p", { class: "hint keys" }, "Letters place colors, arrows move, ", h("kbd", {}, "Enter"), " guesses.");
  const controls = h("div", { class: "controls" }, entry.palette, h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", on: { click: () => { entry.clear(); entry.focus(); } } }, "Clear"), guess), keys);
  const links = h("div", { class: "links" });
  if (seat.spectatorToken) links.append(linkCard("Let others watch", "Whoever has this link sees every move, and nothing more.", linkTo("watch", seat.gameId, seat.spectatorToken)));
  if (game.codemaker === "CODEMAKER_REMOTE" && seat.codemakerToken) links.prepend(linkCard("Your friend’s link", "It lets your friend answer your guesses. The code stays with them.", linkTo("answer", seat.gameId, seat.codemakerToken)));
  const analysis = h("div");

  const view = h(
    "div",
    { class: "view play" },
    head,
    h("div", { class: "table" }, h("div", { class: "left" }, end, board.element, problem, controls), h("div", { class: "right" }, hints.element, splits.element, links)),
    analysis,
  );

  async function show(now) {
    if (isOlder(now, game)) return;
    game = now;
    const over = OVER.has(game.state);
    const open = game.state === "STATE_IN_PROGRESS";
    head.replaceChildren(gameHead(game, h("div", { class: "actions" }, over ? null : resign, another)));
    board.show({ turns: game.turns, pending: game.pendingGuess, open, left: over ? 0 : game.guessesLeft });
    controls.hidden = !open;
    hints.element.hidden = over;
    hints.reset(open);
    if (over) {
      end.replaceChildren(ending(game));
      if (!analysis.hasChildNodes()) analysis.append(analysisOf(seat));
    }
    await splits.show(game.turns);
  }

  async function told() {
    const last = game.turns.at(-1);
    if (!last) return;
    const heard = `Turn ${game.turns.length}: ${codeText(last.guess, ruleset)}. ${feedbackText(last.feedback, ruleset)}.`;
    if (OVER.has(game.state)) {
      say(`${heard} ${end.textContent.replace(/The code:.*/, "")}. ${game.secret ? `The code was ${codeText(game.secret, ruleset)}.` : ""}`);
      another.focus();
    } else {
      const left = splits.left === undefined ? "" : ` ${plural(splits.left, "code")} left.`;
      say(heard + left);
    }
  }

  async function play() {
    if (busy || !entry.full) return;
    busy = true;
    guess.disabled = true;
    problem.textContent = "";
    const waiting = game.turns.length + 1;
    try {
      await move(seat, "guess", { guess: entry.code, expectedTurn: waiting });
      entry.clear();
      const shown = show(await getGame(seat));
      // The next guess need not wait for the pictures of this one.
      busy = false;
      if (!controls.hidden) entry.focus();
      await shown;
      await told();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.text;
      if (error.reason === "WRONG_TURN" || error.reason === "GAME_OVER") await show(await getGame(seat));
    }
    busy = false;
    guess.disabled = !entry.full;
  }

  async function giveUp() {
    resign.disabled = true;
    try {
      await show((await move(seat, "resign")).game);
      say("Game given up.");
      another.focus();
    } catch (error) {
      problem.textContent = error.text ?? error.message;
    }
    resign.disabled = false;
  }

  // A friend's answers come by themselves; everyone else's come with the guess.
  if (game.codemaker === "CODEMAKER_REMOTE" && !OVER.has(game.state)) {
    follow(seat.gameId, {
      token: seat.token, signal,
      onEvent: async (event) => {
        const before = game.turns.length;
        await show(await getGame(seat));
        if (event.kind !== "KIND_SNAPSHOT" && game.turns.length > before) await told();
      },
    }).catch((error) => { problem.textContent = error.text ?? error.message; });
  }
  // A letter means the row wherever nothing else has the focus.
  document.addEventListener("keydown", (event) => {
    if (document.activeElement !== document.body || controls.hidden || event.key.length !== 1) return;
    entry.focus();
    entry.press(event);
  }, { signal });

  show(game);
  return view;
}
