// A game seen by who may only watch: each move as it happens.

import { analysisOf } from "./analysis.js";
import { follow, getGame, OVER } from "./api.js";
import { Board } from "./board.js";
import { h, say } from "./dom.js";
import { ending, gameHead } from "./game.js";
import { codeText, feedbackText } from "./rules.js";
import { Splits } from "./split.js";

/** The screen of a spectator. */
export function watchView(seat, game, { signal }) {
  const { ruleset } = game;
  const board = new Board(ruleset);
  const splits = new Splits(ruleset);
  const head = h("div");
  const end = h("div");
  const analysis = h("div");
  const problem = h("p", { class: "problem", role: "alert" });
  const badge = h("span", { class: "badge" }, "Live");

  function show(now) {
    game = now;
    const over = OVER.has(game.state);
    head.replaceChildren(gameHead(game, badge));
    badge.textContent = over ? "Over" : "Live";
    board.show({ turns: game.turns, pending: game.pendingGuess, open: false, left: over ? 0 : game.guessesLeft });
    splits.show(game.turns);
    if (!over) return;
    end.replaceChildren(ending(game));
    if (!analysis.hasChildNodes()) analysis.append(analysisOf(seat));
  }

  show(game);
  if (!OVER.has(game.state)) {
    follow(seat.gameId, {
      token: seat.token, signal,
      onEvent: async (event) => {
        if (event.game) show(event.game);
        else if (event.kind === "KIND_TURN" && Number(event.turnNumber) === game.turns.length + 1) {
          show({ ...game, turns: [...game.turns, event.turn], state: event.state, guessesLeft: event.guessesLeft, pendingGuess: undefined });
        } else show(await getGame(seat));
        const last = game.turns.at(-1);
        if (event.kind === "KIND_TURN" && last) say(`Turn ${game.turns.length}: ${codeText(last.guess, ruleset)}. ${feedbackText(last.feedback, ruleset)}.`);
      },
    }).catch((error) => { problem.textContent = error.text ?? error.message; });
  }
  return h("div", { class: "view play" }, head, problem, h("div", { class: "table" }, h("div", { class: "left" }, end, board.element), h("div", { class: "right" }, splits.element)), analysis);
}
