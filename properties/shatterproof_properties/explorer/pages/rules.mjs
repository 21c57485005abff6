// Rules to read: the game on one page, a clause, or what answers a question in one's own words; examples open on the board.

import { ask } from "./ask.mjs";
import { button, capital, element, fill, picture } from "./elements.mjs";

/** A clause by its id, to be opened. */
export function clauseLink(clause, openRule) {
  return button(clause, () => openRule(clause), { class: "clause" });
}

export const rules = {
  title: "Rules",
  /** The clause that is read, or what was found for the words. */
  clause: null,
  found: null,
  words: "",
  view: null,

  show(container, context) {
    const key = this.clause ?? this.found ?? context.session.game;
    if (!this.view || this.view.key !== key) this.view = { key, element: this.made(context) };
    if (this.view.element.parentElement !== container) fill(container, this.view.element);
  },

  made(context) {
    const search = element("form", { class: "bar", role: "search", onsubmit: (event) => this.search(event, context) },
      element("label", { class: "field wide" }, element("span", {}, "Question or clause"),
        element("input", { name: "words", type: "search", value: this.words, maxlength: 200, placeholder: "may I pass?" })),
      button("Look up", null, { type: "submit" }));
    const body = element("div", {}, this.found && !this.clause ? results(this.found, context.openRule) : null);
    if (this.clause) this.showClause(body, context);
    else if (!this.found) this.showAll(body, context);
    return element("div", {}, element("h2", {}, "Rules"), search, body);
  },

  async search(event, { session, refresh, say, game }) {
    event.preventDefault();
    this.words = new FormData(event.target).get("words").trim();
    const [name] = /^[a-z]+(?=\.[a-z.-]+$)/.exec(this.words) ?? [""];
    this.clause = game(name) ? this.words : null;
    this.found = this.words && !this.clause ? await ask({ do: "search", words: this.words, game: session.game }) : null;
    if (this.found) say(`${this.found.found.length} rules found.`);
    refresh();
  },

  /** Every rule of the game, by sections. */
  async showAll(body, { session, openRule }) {
    const { rules: all } = await ask({ do: "rules", game: session.game });
    const sections = Map.groupBy(all, (rule) => rule.section);
    fill(body, [...sections].map(([section, list]) => element("details", {}, element("summary", {}, `${section} (${list.length})`),
      element("ul", {}, list.map(({ clause, title }) => element("li", {}, clauseLink(clause, openRule), ` ${title}`))))));
  },

  async showClause(body, context) {
    const back = button(this.found ? "Back to what was found" : "All rules", () => {
      this.clause = null;
      context.refresh();
    });
    try {
      const { blocks: list, values, readings } = await ask({ do: "rule", clause: this.clause });
      fill(body, back, element("h3", {}, this.clause), blocks(list, context),
        values.length ? element("p", {}, `Values: ${values.join(", ")}`) : null,
        bearing(Object.entries(readings), context));
    } catch (error) {
      fill(body, back, element("p", {}, error.message));
    }
  },
};

/** The readings that bear on a rule, with their values. */
function bearing(readings, { openRule }) {
  if (!readings.length) return null;
  return [element("p", {}, "Readings that bear on it:"),
    element("ul", {}, readings.map(([reading, values]) => element("li", {}, clauseLink(reading, openRule), ` ${values.join(", ")}`)))];
}

function results({ found, unknown }, openRule) {
  return [
    unknown?.length ? element("p", { class: "soft" }, `Not known here: ${unknown.join(", ")}.`) : null,
    found.length ? null : element("p", {}, "No rule answers to these words."),
    element("ul", {}, found.map((one) => element("li", {}, clauseLink(one.clause, openRule), ` ${one.title} `,
      one.sentence && one.sentence !== one.title ? element("span", { class: "soft" }, one.sentence) : null))),
  ];
}

export const learning = {
  title: "Learn",
  game: "",
  shown: null,

  show(container, context) {
    const { game } = context.session;
    if (this.game !== game) {
      Object.assign(this, { game, shown: element("div", {}, element("p", {}, "Loading …")) });
      this.load(this.shown, context);
    }
    if (this.shown.parentElement !== container) fill(container, this.shown);
  },

  async load(place, context) {
    const { game } = this;
    try {
      const lesson = await ask({ do: "lesson", game });
      fill(place, element("h2", {}, `${capital(game)}: the game on one page`), blocks(lesson.blocks, context));
    } catch (error) {
      fill(place, element("p", { class: "notice" }, error.message));
    }
  },
};

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

/** The blocks of a clause or a lesson as elements. */
function blocks(list, context) {
  return runs(list).map((run) => (run[0].kind === "li" ? listed(run) : SHOWN[run[0].kind](run[0], context)));
}

/** Blocks of which entries that follow one another are together. */
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
function opening({ code, turns, try: tried }, { session, offerBack }) {
  const played = turns.length ? `after ${turns.slice(-3).join(" ")}` : "at its start";
  return button(tried ? `Try ${tried}` : `On the board ${played}`, async (event) => {
    const from = event.currentTarget;
    await session.open({ code });
    if (tried) await session.play(tried);
    offerBack(from);
    document.getElementById("table").scrollIntoView({ block: "nearest" });
  });
}
