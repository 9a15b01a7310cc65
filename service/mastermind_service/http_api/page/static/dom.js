// Makes elements; the page's only way to write into the document.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "vars") {
      // The policy forbids style attributes; custom properties set one by one are allowed.
      for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element. Of props, `on` holds listeners and `vars` custom properties. */
export const h = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const s = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** Tells those who listen to the page, once. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  // A pause, so that the same text said twice is read twice.
  setTimeout(() => { live.textContent = text; }, 40);
}

/** Makes a group one stop of the Tab key, its parts reached by arrows, Home and End. */
export function roving(group, selector) {
  const parts = () => [...group.querySelectorAll(selector)];
  const take = (part) => {
    for (const other of parts()) other.tabIndex = other === part ? 0 : -1;
  };
  take(parts()[0]);
  group.addEventListener("focusin", (event) => {
    if (event.target.matches(selector)) take(event.target);
  });
  group.addEventListener("keydown", (event) => {
    const all = parts();
    const at = all.indexOf(event.target);
    const to = {
      ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length].focus();
  });
}

/** A number for people: 1 296, 2.5. */
export function count(value, digits = 0) {
  return Number(value).toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** "1 guess", "2 guesses". */
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;
