// Rules to look up: a clause, or a question in one's own words.

import { ask } from "./ask.mjs";
import { button, element, fill } from "./elements.mjs";

const ALLOWED = new Set(["A", "B", "CODE", "EM", "I", "STRONG", "SUP", "SUB", "BR"]);

/** A clause by its id, to be opened. */
export function clauseLink(clause, openRule) {
  return button(clause, () => openRule(clause), { class: "clause" });
}

/** Text of the spec with its few marks, made into elements; whatever else it holds stays text. */
export function marked(html) {
  const read = new DOMParser().parseFromString(html, "text/html").body;
  return [...read.childNodes].map(copied);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const name = ALLOWED.has(node.tagName) && node.tagName !== "A" ? node.tagName.toLowerCase() : "span";
  return element(name, {}, [...node.childNodes].map(copied));
}

export const rules = {
  title: "Rules",
  clause: null,
  found: null,
  words: "",

  show(container, { session, openRule, refresh }) {
    const search = element("form", {
      class: "bar", role: "search",
      onsubmit: async (event) => {
        event.preventDefault();
        this.words = new FormData(event.target).get("words").trim();
        this.clause = null;
        this.found = this.words ? await ask({ do: "search", words: this.words, game: session.game }) : null;
        refresh();
      },
    },
    element("label", { class: "field wide" }, element("span", {}, "Question or clause"),
      element("input", { name: "words", type: "search", value: this.words, maxlength: 200, placeholder: "may I pass?" })),
    button("Look up", null, { type: "submit" }));
    search.querySelector("button").type = "submit";
    const body = element("div", { "aria-live": "polite" });
    fill(container, element("h2", {}, "Rules"), search, body);
    if (this.clause) this.showClause(body, openRule);
    else if (this.found) fill(body, results(this.found, openRule));
  },

  async showClause(body, openRule) {
    try {
      const rule = await ask({ do: "rule", clause: this.clause });
      fill(body, element("h3", {}, this.clause), rule.blocks.map(block),
        rule.source ? element("p", { class: "soft" }, "Source: ", marked(rule.source)) : null,
        rule.values?.length ? element("p", {}, `Values: ${rule.values.join(", ")}`) : null,
        rule.readings?.length
          ? element("p", {}, "Readings that bear on it: ", rule.readings.map((reading) => [clauseLink(reading, openRule), " "]))
          : null);
    } catch (error) {
      fill(body, element("p", {}, error.message));
    }
  },
};

function block({ kind, html }) {
  return element(kind === "li" ? "p" : kind, kind === "li" ? { class: "item" } : {}, kind === "li" ? "• " : null, marked(html));
}

function results({ found, unknown }, openRule) {
  return [
    unknown?.length ? element("p", { class: "soft" }, `Not known here: ${unknown.join(", ")}.`) : null,
    found.length ? null : element("p", {}, "No rule answers to these words."),
    element("ul", {}, found.map((one) => element("li", {}, clauseLink(one.clause, openRule), ` ${one.title} `,
      one.sentence && one.sentence !== one.title ? element("span", { class: "soft" }, one.sentence) : null))),
  ];
}
