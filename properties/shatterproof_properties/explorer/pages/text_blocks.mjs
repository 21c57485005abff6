// Text of the rules: clauses that can be opened, paragraphs, lists, pictures, and examples that open on the board.

import { button, element, picture } from "./elements.mjs";

/** A clause to be opened: its title, and its id as small print; its id alone where there is no title. */
export function clauseLink(clause, openRule, title = "") {
  return button([title, title && " ", element("small", {}, clause)].filter(Boolean), () => openRule(clause), { class: "clause" });
}

const KEPT = new Set(["B", "CODE", "EM", "I", "STRONG", "SUP", "SUB", "BR"]);

/** Text of the spec with its few marks, made into elements; whatever else it holds stays text. */
function marked(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map(copied);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  return element(KEPT.has(node.tagName) ? node.tagName.toLowerCase() : "span", {}, [...node.childNodes].map(copied));
}

export function blocks(list, context) {
  return runs(list).map((run) => (run[0].kind === "li" ? listed(run) : SHOWN[run[0].kind](run[0], context)));
}

function runs(list) {
  const found = [];
  for (const block of list) {
    if (block.kind === "li" && found.at(-1)?.[0].kind === "li") found.at(-1).push(block);
    else found.push([block]);
  }
  return found;
}

/** Entries as a list, numbered where they are; those that repeat a number are parts of the entry before. */
function listed(entries) {
  const [{ number }] = entries;
  if (number === undefined) return element("ul", {}, entries.map(({ html }) => element("li", {}, marked(html))));
  const list = element("ol", { start: number });
  for (const entry of entries) {
    const words = element("li", {}, marked(entry.html));
    const last = list.lastElementChild;
    if (last?.dataset.number !== String(entry.number)) {
      words.dataset.number = entry.number;
      list.append(words);
    } else {
      if (!last.querySelector("ul")) last.append(element("ul"));
      last.querySelector("ul").append(words);
    }
  }
  return list;
}

const SHOWN = {
  p: ({ html }) => element("p", {}, marked(html)),
  h3: ({ html }) => element("h3", {}, marked(html)),
  pre: ({ html }) => element("pre", { tabindex: "0" }, marked(html)),
  picture: ({ html, drawing }) => element("figure", {}, picture(drawing), element("figcaption", {}, marked(html))),
  example: ({ html, cases }, context) => element("div", { class: "example" },
    element("details", {}, element("summary", {}, "As text"), element("pre", { tabindex: "0" }, marked(html))),
    element("div", { class: "bar" }, cases.map((each) => opening(each, context)))),
};

/** Opens the position of an example after its turns; where one more is a near miss, that is tried. */
function opening({ code, turns, try: tried }, { session, offerBack, seeBoard }) {
  const played = turns.length ? `after ${turns.slice(-3).join(" ")}` : "at its start";
  return button(tried ? `Try ${tried}` : `On the board ${played}`, async (event) => {
    const from = event.currentTarget;
    await session.open({ code });
    if (tried) await session.play(tried);
    offerBack(from);
    seeBoard();
  });
}
