// Shows /openapi.json and tries it. Text from the document is only ever set as text.

const byId = (id) => document.getElementById(id);

/** An element with attributes and children; texts become text nodes. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Prose with `code` and paragraphs, as the protos' comments have them. */
function prose(text) {
  return text.split("\n\n").map((paragraph) => {
    const parts = paragraph.split("`");
    return make("p", {}, ...parts.map((part, n) => (n % 2 ? make("code", {}, part) : part)));
  });
}

/** JSON to read: what is short stands on one line. */
function pretty(value, indent = "") {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const list = Array.isArray(value);
  const inner = `${indent}  `;
  const items = Object.entries(value).map(([name, item]) =>
    (list ? "" : `${JSON.stringify(name)}: `) + pretty(item, inner));
  const [open, close] = list ? "[]" : "{}";
  const short = `${open}${items.join(", ")}${close}`;
  if (short.length + indent.length <= 72 && !short.includes("\n")) return short;
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}

/** A schema's type in words, with a link to its definition. */
function typeOf(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return make("a", { href: `#schema-${name}` }, name);
  }
  if (schema.type === "array") return make("span", {}, "list of ", typeOf(schema.items));
  if (schema.additionalProperties) return make("span", {}, "map of ", typeOf(schema.additionalProperties));
  const kind = schema.contentEncoding ?? schema.format;
  return make("span", {}, kind ? `${schema.type} (${kind})` : schema.type);
}

function schemaSection(name, schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([field, value]) =>
    make("tr", {},
      make("th", { scope: "row" }, make("code", {}, field)),
      make("td", {}, typeOf(value)),
      make("td", {}, ...prose(value.description ?? ""))));
  const values = schema.enum ? (schema.description ?? "").split("\n- ").slice(1) : [];
  const about = (schema.description ?? "").split("\n- ")[0];
  return make("details", { class: "schema", id: `schema-${name}` },
    make("summary", {}, name),
    ...prose(about.trim()),
    values.length ? make("ul", {}, ...values.map((value) => make("li", {}, ...prose(value.replace(/^- /, ""))))) : undefined,
    rows.length ? make("table", {}, make("tbody", {}, ...rows)) : undefined);
}

function resolve(api, item) {
  return item.$ref ? item.$ref.split("/").slice(1).reduce((part, key) => part[key], api) : item;
}

/** One operation: what it does, what it takes, and a form that tries it. */
class Operation {
  constructor(api, path, verb, operation) {
    this.path = path;
    this.verb = verb;
    this.id = operation.operationId;
    this.parameters = (operation.parameters ?? [])
      .filter((parameter) => !parameter.$ref)
      .map((parameter) => ({ ...parameter, input: this.input(parameter) }));
    const content = operation.requestBody?.content["application/json"];
    if (content) {
      const text = pretty(content.examples.usual.value);
      this.body = make("textarea", { spellcheck: "false", rows: Math.min(18, text.split("\n").length + 1) });
      this.body.value = text;
      this.schema = content.schema;
    }
    this.streams = "text/event-stream" in operation.responses["200"].content;
    this.element = this.draw(api, operation);
  }

  input(parameter) {
    const input = make("input", { spellcheck: "false", autocomplete: "off" });
    if (parameter.in === "query" && parameter.example !== undefined) input.value = parameter.example;
    return input;
  }

  draw(api, operation) {
    const fields = this.parameters.map((parameter) =>
      make("label", {}, make("code", {}, parameter.name), parameter.required ? " (required)" : "",
        make("small", {}, parameter.description), parameter.input));
    this.result = make("div", { "aria-live": "polite" });
    const send = make("button", { type: "button" }, "Send");
    send.addEventListener("click", () => this.send());
    const curl = make("button", { type: "button", class: "plain" }, "Show as curl");
    curl.addEventListener("click", () => this.showCurl());
    const responses = Object.entries(operation.responses).map(([code, said]) =>
      make("tr", {}, make("th", { scope: "row" }, code), make("td", {}, ...prose(resolve(api, said).description))));
    const answer = operation.responses["200"].content["application/json"];
    return make("details", { class: "operation", id: this.id },
      make("summary", {},
        make("span", { class: `verb ${this.verb}` }, this.verb.toUpperCase()),
        make("span", { class: "path" }, this.path),
        make("span", { class: "summary" }, operation.summary)),
      make("div", { class: "inside" },
        ...(operation.description === operation.summary ? [] : prose(operation.description)),
        fields.length ? make("div", { class: "fields" }, make("h3", {}, "Parameters"), ...fields) : undefined,
        this.body ? make("label", {}, make("h3", {}, "Body: ", typeOf(this.schema)), this.body) : undefined,
        send, curl, this.result,
        make("h3", {}, "Answers ", answer ? typeOf(answer.schema) : "a stream"),
        make("details", {}, make("summary", {}, "Every status"), make("table", {}, make("tbody", {}, ...responses)))));
  }

  /** The address, with what the form holds. */
  url() {
    let path = this.path;
    const query = new URLSearchParams();
    for (const { name, in: place, input } of this.parameters) {
      if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") query.append(name, input.value);
    }
    return query.size ? `${path}?${query}` : path;
  }

  headers() {
    const headers = {};
    if (this.body) headers["Content-Type"] = "application/json";
    if (this.streams) headers.Accept = "application/x-ndjson";
    if (byId("key").value) headers.Authorization = `Bearer ${byId("key").value}`;
    if (byId("token").value) headers["Mastermind-Token"] = byId("token").value;
    return headers;
  }

  async send() {
    const missing = this.parameters.find(({ required, input }) => required && !input.value);
    if (missing) {
      missing.input.focus();
      this.result.replaceChildren(make("p", { class: "outcome bad" }, `${missing.name} is required`));
      return;
    }
    this.stop?.abort();
    this.stop = new AbortController();
    const started = performance.now();
    try {
      const response = await fetch(this.url(), {
        method: this.verb.toUpperCase(), headers: this.headers(), body: this.body?.value, signal: this.stop.signal,
      });
      const taken = Math.round(performance.now() - started);
      const outcome = make("p", { class: `outcome ${response.ok ? "good" : "bad"}` }, `${response.status} after ${taken} ms`);
      const shown = make("pre", { tabindex: "0", "aria-label": "Answer" });
      this.result.replaceChildren(outcome, shown);
      if (this.streams && response.ok) await this.follow(response, shown);
      else this.show(await response.text(), shown);
    } catch (error) {
      if (error.name !== "AbortError") {
        this.result.replaceChildren(make("p", { class: "outcome bad" }, `No answer: ${error.message}`));
      }
    }
  }

  show(text, shown) {
    let parsed;
    try {
      parsed = JSON.parse(text);
      shown.textContent = pretty(parsed);
    } catch {
      shown.textContent = text;
      return;
    }
    // What NewGame tells is what the next calls need.
    if (parsed.game?.gameId) Operation.fill(parsed.game.gameId);
    if (parsed.codebreakerToken) byId("token").value = parsed.codebreakerToken;
  }

  async follow(response, shown) {
    const stop = make("button", { type: "button", class: "plain" }, "Stop");
    stop.addEventListener("click", () => this.stop.abort());
    this.result.append(stop);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      shown.append(value);
    }
    stop.remove();
  }

  showCurl() {
    const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    const parts = [`curl -X ${this.verb.toUpperCase()} ${quote(location.origin + this.url())}`];
    for (const [name, value] of Object.entries(this.headers())) {
      const hidden = name === "Authorization" ? "Bearer …" : name === "Mastermind-Token" ? "…" : value;
      parts.push(`-H ${quote(`${name}: ${hidden}`)}`);
    }
    if (this.body) parts.push(`-d ${quote(this.body.value)}`);
    this.result.replaceChildren(make("pre", { tabindex: "0", "aria-label": "curl" }, parts.join(" \\\n  ")));
  }

  static all = [];

  static fill(gameId) {
    for (const operation of Operation.all) {
      for (const { name, input } of operation.parameters) if (name === "game_id") input.value = gameId;
    }
  }
}

/** Opens what a link leads to. */
function openTarget() {
  const target = location.hash && byId(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}

async function main() {
  const api = await (await fetch("/openapi.json")).json();
  byId("version").textContent = `version ${api.info.version}`;
  byId("about").replaceChildren(...prose(api.info.description));
  for (const [path, verbs] of Object.entries(api.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      Operation.all.push(Object.assign(new Operation(api, path, verb, operation), { tag: operation.tags[0] }));
    }
  }
  const index = [], shown = [];
  for (const { name, description } of api.tags) {
    const own = Operation.all.filter((operation) => operation.tag === name);
    index.push(make("li", { class: "tag" }, name));
    for (const { id, verb } of own) {
      index.push(make("li", {}, make("a", { href: `#${id}` }, make("span", { class: `verb ${verb}` }, verb.toUpperCase()), id)));
    }
    shown.push(make("h2", {}, name), ...prose(description), ...own.map(({ element }) => element));
  }
  byId("index").replaceChildren(...index);
  byId("operations").replaceChildren(...shown);
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => schemaSection(name, schema));
  byId("schemas").replaceChildren(make("h2", {}, "Schemas"), ...schemas);
  addEventListener("hashchange", openTarget);
  openTarget();
}

main().catch((error) => {
  byId("operations").replaceChildren(make("p", { class: "outcome bad" }, `The document cannot be read: ${error.message}`));
});
