// The service's HTTP API: calls that are sent again after a break, and streams that resume.

const ROOT = new URL("v1/", new URL(".", location.href)).href;
const KEY = "mastermind.key";
const TRIES = 12;
const SILENCE_MS = 40_000;

/** Tells "lost" when the service cannot be reached and "back" when it can again. */
export const connection = new EventTarget();
let lost = false;

function note(isLost) {
  if (isLost === lost) return;
  lost = isLost;
  connection.dispatchEvent(new Event(isLost ? "lost" : "back"));
}

/** An error that the service told: google.rpc.Status with an ErrorInfo. */
export class ApiError extends Error {
  constructor(status, http) {
    super(status.message || `the service answered with HTTP ${http}`);
    const details = status.details ?? [];
    const info = details.find((detail) => "reason" in detail) ?? {};
    this.http = http;
    this.code = status.code;
    this.reason = info.reason ?? "";
    this.metadata = info.metadata ?? {};
    this.violations = details.flatMap((detail) => detail.fieldViolations ?? []);
  }

  /** What is wrong, field by field where the service told so. */
  get text() {
    const faults = this.violations.map((fault) => `${fault.field}: ${fault.description}`);
    return faults.length ? faults.join("; ") : this.message;
  }
}

/** A random UUID, also where the page came without TLS and crypto.randomUUID is missing. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function send(method, path, body, accept, token, signal) {
  const headers = { Accept: accept };
  const key = sessionStorage.getItem(KEY);
  if (key) headers.Authorization = `Bearer ${key}`;
  if (token) headers["Mastermind-Token"] = token;
  if (body) headers["Content-Type"] = "application/json";
  // The path is appended, not resolved: "analysis:position" would pass for a scheme.
  return fetch(ROOT + path, { method, headers, signal, body: body && JSON.stringify(body) });
}

const pause = (tries) => new Promise((done) => { setTimeout(done, Math.min(200 * 1.6 ** tries, 3000)); });

async function askForKey() {
  const dialog = document.getElementById("ask-key");
  if (!dialog.open) dialog.showModal();
  await new Promise((done) => { dialog.addEventListener("close", done, { once: true }); });
  sessionStorage.setItem(KEY, dialog.querySelector("input").value);
}

async function failure(response) {
  let status = {};
  try {
    status = await response.json();
  } catch {
    // A proxy in between may answer with something else; the HTTP status is told then.
  }
  return new ApiError(status, response.status);
}

const passes = (error) => error.http === 503 || error.http === 502 || error.http === 504;

async function attempt(ask) {
  for (let tries = 0; ; tries += 1) {
    let error;
    try {
      const response = await ask();
      if (response.ok) {
        note(false);
        return response;
      }
      error = await failure(response);
    } catch (broken) {
      if (broken.name === "AbortError") throw broken;
      error = new ApiError({ message: "the service cannot be reached" }, 503);
    }
    if (error.http === 401 && error.reason !== "INVALID_TOKEN") {
      await askForKey();
    } else if (passes(error) && tries < TRIES) {
      note(true);
      await pause(tries);
    } else {
      throw error;
    }
  }
}

/**
 * One call. A write in `body` brings its requestId, which makes sending it again safe.
 * @throws {ApiError}
 */
export async function call(method, path, body, { token, signal } = {}) {
  return (await attempt(() => send(method, path, body, "application/json", token, signal))).json();
}

async function* lines(response, abort) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let timer;
  try {
    for (;;) {
      timer = setTimeout(() => abort.abort(), SILENCE_MS);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const line of parts) if (line.trim()) yield JSON.parse(line);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The messages of a server stream, once. @throws {ApiError} */
export async function* stream(method, path, body, { token, signal } = {}) {
  const own = new AbortController();
  signal?.addEventListener("abort", () => own.abort());
  const response = await attempt(
    () => send(method, path, body, "application/x-ndjson", token, own.signal),
  );
  try {
    for await (const message of lines(response, own)) {
      if (message.error) throw new ApiError(message.error, message.error.code === 14 ? 503 : 400);
      yield message;
    }
  } finally {
    own.abort();
  }
}

/**
 * Follows a game to its end over broken connections: each event once and in order.
 * @throws {ApiError} what will not pass by itself
 */
export async function follow(gameId, { token, signal, onEvent }) {
  let seq = 0;
  let over = false;
  for (let tries = 0; !over && !signal.aborted; ) {
    try {
      const path = `games/${encodeURIComponent(gameId)}:watch?afterSeq=${seq}`;
      for await (const { event } of stream("GET", path, undefined, { token, signal })) {
        tries = 0;
        seq = Number(event.seq);
        over = OVER.has(event.state);
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && !passes(error)) throw error;
    }
    if (over || signal.aborted) return;
    note(true);
    await pause(tries);
    tries += 1;
  }
}

/** States of a game that has ended. */
export const OVER = new Set(["STATE_SOLVED", "STATE_UNSOLVED", "STATE_RESIGNED", "STATE_VOID"]);

/** Whether a reading of a game is older than another: answers may overtake each other. */
export const isOlder = (game, other) => Date.parse(game.updateTime) < Date.parse(other.updateTime);

const gamePath = (gameId, verb = "") => `games/${encodeURIComponent(gameId)}${verb && `:${verb}`}`;

export const getGame = async (seat) => (await call("GET", gamePath(seat.gameId), undefined, seat)).game;
export const newGame = (request) => call("POST", "games", { ...request, requestId: uuid() });

/** A write on a game: the verb of its path and its fields. */
export const move = (seat, verb, fields = {}) => (
  call("POST", gamePath(seat.gameId, verb), { ...fields, requestId: uuid() }, seat)
);

export const suggest = async (seat, strategy) => (
  await call("POST", gamePath(seat.gameId, "suggestGuess"), { strategy, alternatives: 3 }, seat)
).suggestion;
export const analyzePosition = (position, guess) => call("POST", "analysis:position", { position, guess });
export const analyzeGame = (seat) => call("POST", "analysis:game", { gameId: seat.gameId }, seat);
export const listStrategies = async (preset) => (
  await call("GET", `strategies?ruleset.preset=${encodeURIComponent(preset)}`)
).strategies;
export const evaluate = (request, signal) => stream("POST", "strategies:evaluate", request, { signal });
export const rulesets = async () => (await call("GET", "rulesets")).rulesets;
export const serverInfo = () => call("GET", "serverInfo");
