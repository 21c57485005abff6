// The place to read the rules: all of them, a clause, or what answers a question in one's own words.

import { ask } from "./ask.mjs";
import { button, capital, element, fill } from "./elements.mjs";
import { blocks, clauseLink } from "./text_blocks.mjs";

export const rules = {
  title: "Rules",
  /** The clause that is read, or what was found for the words. */
  clause: null,
  found: null,
  words: "",
  shown: null,

  view: () => "read",

  show(container, context) {
    const key = this.clause ?? this.found ?? context.session.game;
    if (!this.shown || this.shown.key !== key) this.shown = { key, element: this.made(context) };
    if (this.shown.element.parentElement !== container) fill(container, this.shown.element);
  },

  made(context) {
    const search = element("form", { class: "bar", role: "search", onsubmit: (event) => this.search(event, context) },
      element("label", { class: "field wide" }, element("span", {}, "Question or clause"),
        element("input", { name: "words", type: "search", value: this.words, maxlength: 200, placeholder: "may I pass?" })),
      button("Look up", null, { type: "submit", class: "primary" }));
    const body = element("div", {}, this.found && !this.clause ? results(this.found, context) : null);
    if (this.clause) this.showClause(body, context);
    else if (!this.found) this.showAll(body, context);
    return element("div", { class: "text" }, element("h2", {}, `Rules of ${capital(context.session.game)}`), search, body);
  },

  async search(event, { session, refresh, say, game }) {
    event.preventDefault();
    this.words = new FormData(event.target).get("words").trim();
    const [name] = /^[a-z]+(?=\.[a-z.-]+$)/.exec(this.words) ?? [""];
    this.clause = game(name) ? this.words : null;
    this.found = this.words && !this.clause ? await ask({ do: "search", words: this.words, game: session.game }) : null;
    if (this.found) say(this.found.answers[0].sentence);
    refresh();
  },

  async showAll(body, { session, openRule }) {
    const { rules: all } = await ask({ do: "rules", game: session.game });
    const sections = Map.groupBy(all, (rule) => rule.section);
    fill(body, [...sections].map(([section, list]) => element("details", {}, element("summary", {}, `${section} (${list.length})`),
      element("ul", {}, list.map(({ clause, title }) => element("li", {}, clauseLink(clause, openRule, title)))))));
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

/** The answer, the clause that says so with an example for the board, and what else speaks of it. */
function results({ answers, unknown }, context) {
  const slips = Object.entries(unknown).filter(([, near]) => near.length);
  return [
    slips.map(([word, [near]]) => element("p", { class: "soft" }, `“${word}” is read as “${near}”.`)),
    answers.map(({ sentence, clause, blocks: shown, others }) => element("section", {},
      element("p", {}, element("strong", {}, sentence)),
      clause ? element("p", {}, clauseLink(clause, context.openRule)) : null,
      blocks(shown, context),
      others.length ? element("p", {}, "See also:") : null,
      element("ul", {}, others.map((one) => element("li", {}, clauseLink(one.clause, context.openRule, one.title)))))),
  ];
}
