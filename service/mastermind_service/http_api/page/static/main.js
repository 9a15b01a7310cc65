// The page: which view its address asks for, the theme, the state of the connection.

import { ApiError, connection, getGame, rulesets, serverInfo } from "./api.js";
import { h } from "./dom.js";
import { gameView } from "./game.js";
import { answerView, remoteSetup } from "./remote.js";
import { setupView } from "./setup.js";
import { strategiesView } from "./strategies.js";
import { watchView } from "./watch.js";

const main = document.getElementById("main");
const SEATS = "mastermind.seats";
const THEMES = ["auto", "light", "dark"];

/** Seats taken in this tab, by game: a reload finds them. */
const seats = {
  all: () => JSON.parse(sessionStorage.getItem(SEATS) ?? "{}"),
  keep(seat) {
    sessionStorage.setItem(SEATS, JSON.stringify({ ...seats.all(), [seat.gameId]: seat }));
  },
  of: (gameId) => seats.all()[gameId],
};

function showTheme(theme) {
  const button = document.getElementById("theme");
  document.documentElement.dataset.theme = theme;
  button.textContent = { auto: "◐ Auto", light: "☀ Light", dark: "☾ Dark" }[theme];
  button.setAttribute("aria-label", `Theme: ${theme}`);
}

function startTheme() {
  showTheme(localStorage.getItem("mastermind.theme") ?? "auto");
  document.getElementById("theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme;
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    localStorage.setItem("mastermind.theme", next);
    showTheme(next);
  });
}

function startConnection() {
  const bar = document.getElementById("connection");
  connection.addEventListener("lost", () => {
    bar.textContent = "Connection lost. Trying again …";
    bar.className = "connection lost";
    bar.hidden = false;
  });
  connection.addEventListener("back", () => {
    bar.textContent = "Connected again.";
    bar.className = "connection back";
    setTimeout(() => { if (bar.classList.contains("back")) bar.hidden = true; }, 2500);
  });
}

let world;
let leaving = new AbortController();

async function loadWorld() {
  if (world) return;
  const [list, info] = await Promise.all([rulesets(), serverInfo()]);
  world = { rulesets: list, features: new Set(info.features) };
}

const go = (hash) => { location.hash = hash; };

async function viewOf(view, gameId, token) {
  const context = { signal: leaving.signal, onLeave: () => go("#/") };
  if (view === "strategies") return [strategiesView(world, context), "strategies"];
  if (view === "remote") {
    const start = (made) => {
      seats.keep({ gameId: made.game.gameId, token: made.codemakerToken });
      go(`#/answer/${made.game.gameId}`);
    };
    return [remoteSetup(world, start), "remote"];
  }
  if (gameId) {
    const seat = token ? { gameId, token } : seats.of(gameId) ?? { gameId };
    const game = await getGame(seat);
    if (view === "watch") return [watchView(seat, game, context), "play"];
    if (view === "answer") return [answerView(seat, game, { ...context, onLeave: () => go("#/remote") }), "remote"];
    if (view === "game") return [gameView(world, seat, game, context), "play"];
  }
  const start = (made) => {
    seats.keep({ gameId: made.game.gameId, token: made.codebreakerToken, spectatorToken: made.spectatorToken, codemakerToken: made.game.codemaker === "CODEMAKER_REMOTE" ? made.codemakerToken : undefined });
    go(`#/game/${made.game.gameId}`);
  };
  return [setupView(world, start), "play"];
}

async function route() {
  leaving.abort();
  leaving = new AbortController();
  const own = leaving;
  const parts = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  let shown;
  let current = "play";
  try {
    await loadWorld();
    [shown, current] = await viewOf(...parts);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    shown = h("div", { class: "view" }, h("div", { class: "card" }, h("h1", {}, error.http === 404 ? "No such game" : "That did not work"), h("p", {}, error.http === 404 ? "It may have expired, or the link is not whole." : error.text), h("p", {}, h("a", { href: "#/" }, "Start a new one"))));
  }
  if (own.signal.aborted) return;
  main.replaceChildren(shown);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const heading = main.querySelector("h1");
  document.title = heading ? `${heading.textContent.replace(/\.$/, "")} · Mastermind` : "Mastermind";
  const row = main.querySelector(".current .hole.chosen");
  if (row) row.focus({ preventScroll: true });
  else if (main.dataset.started) main.focus();
  main.dataset.started = "yes";
  window.scrollTo(0, 0);
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
startTheme();
startConnection();
window.addEventListener("hashchange", route);
route();
