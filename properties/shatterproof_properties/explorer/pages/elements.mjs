// Elements of the page, made without a word of HTML, and its one dialog.

const SVG = "http://www.w3.org/2000/svg";

/** An element `name` with attributes, listeners (`onclick`) and children: elements, texts, or nothing (null, false). */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected" || name === "disabled") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Puts children in the place of what an element has. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

const ICONS = {
  first: "M18 5l-8 7 8 7M7 5v14", back: "M15 5l-8 7 8 7", forward: "M9 5l8 7-8 7", last: "M6 5l8 7-8 7M17 5v14",
  up: "M12 19V6M6 11l6-6 6 6", remove: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13", pencil: "M4 20l1-5L16 4l4 4L9 19z", flip: "M7 20V4M3 8l4-4 4 4M17 4v16M13 16l4 4 4-4",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
};

/** A small picture of what a button does, in the colour of its text. */
export function icon(name) {
  return shape("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: ICONS[name] }));
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** A button with a sign for its text, and its name for those who cannot see or do not know it. */
export function tool(sign, name, onclick, attributes = {}) {
  return button(sign, onclick, { class: "quiet", "aria-label": name, title: name, ...attributes });
}

/** A choice among `[value, text]` pairs, under a label. */
export function select(label, pairs, chosen, onchange, attributes = {}) {
  const options = pairs.map(([value, text]) => element("option", { value, selected: value === chosen }, text));
  const list = element("select", { ...attributes, onchange: (event) => onchange(event.target.value) }, options);
  return element("label", { class: "field" }, element("span", {}, label), list);
}

/** A box to be ticked, and what it is for. */
export function checkbox(text, checked, onchange, attributes = { class: "field wide" }) {
  return element("label", attributes, element("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked) }), element("span", {}, text));
}

/** A picture that the server drew, as an element; null if it is none. */
export function picture(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror") || read.documentElement.localName !== "svg") return null;
  return document.importNode(read.documentElement, true);
}

/** Makes the content of `root` anew, and puts the focus back to what has the same name; whether it has a place still. */
export function keepingFocus(root, make) {
  const active = document.activeElement;
  const name = root.contains(active) && active !== root ? nameOf(active) : null;
  make();
  if (name === null || root.contains(document.activeElement)) return true;
  const again = [...root.querySelectorAll("button, input, select, textarea, summary")].find((each) => nameOf(each) === name);
  again?.focus({ preventScroll: true });
  return Boolean(again) && !again.disabled;
}

function nameOf(one) {
  return [one.localName, one.id || one.name || one.dataset.node || one.getAttribute("aria-label") || one.textContent].join(" ");
}

export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

export function download(name, type, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const dialog = () => document.getElementById("dialog");

/** Opens the dialog with a title; `made(close)` gives what is in it. */
export function openDialog(title, made) {
  fill(dialog(), element("div", { class: "sheet" },
    element("div", { class: "bar" }, element("h2", { id: "dialog-title" }, title), element("span", { class: "grow" }),
      button("×", closeDialog, { class: "quiet", "aria-label": "Close" })),
    made(closeDialog)));
  dialog().onclick = (event) => {
    if (event.target === dialog()) closeDialog();
  };
  if (!dialog().open) dialog().showModal();
}

function closeDialog() {
  dialog().close();
}
