// The panel to compare: what an engine says of the position on the board, beside what the rules say.

import { ask } from "./ask.mjs";
import { button, element, fill, picture } from "./elements.mjs";

/** What the engine says about the current position, and about the turn that led to it; kept at the node. */
export async function compare(lines) {
  const { node } = lines;
  const start = lines.root.position;
  const turns = lines.turns();
  const before = turns.slice(0, -1);
  const [here, turn] = await Promise.all([
    node.seen.outcome ? null : ask({ do: "compare", start, turns }),
    node.turn && ask({ do: "compare", start, turns: before, turn: node.turn }),
  ]);
  node.compared = { here, turn, differs: differs(here) || Boolean(turn?.turn && !turn.turn.agree) };
}

function differs(answer) {
  return Boolean(answer?.turns && Object.values(answer.turns).some((found) => found.length));
}

export const comparing = {
  title: "Compare",
  hidden: (context) => !context.games()?.engine && !context.session.differences.length,
  /** A turn that was asked about: the node, and the answer. */
  looked: null,

  hear(container, context) {
    this.show(container, context);
  },

  show(container, context) {
    const { lines, differences } = context.session;
    const { engine } = context.games();
    const { compared, turn } = lines.node;
    if (this.looked?.node !== lines.node) this.looked = null;
    fill(container, differences.length ? reported(differences, context) : null,
      engine && element("h2", {}, `Compared with ${engine.name}`), engine && compared
      ? [
        engineError(compared),
        compared.turn && element("section", {}, element("h3", {}, "The turn ", element("code", {}, turn)), aboutTurn(compared.turn)),
        compared.here && element("section", {}, element("h3", {}, "What can come next"), lists(compared.here, (text) => this.look(text, context))),
        this.looked && element("section", { id: "looked" }, element("h3", {}, element("code", {}, this.looked.text)), aboutTurn(this.looked.answer)),
      ]
      : engine && element("p", {}, "The engine is asked …"));
  },

  async look(text, context) {
    const { lines } = context.session;
    const answer = await ask({ do: "compare", start: lines.root.position, turns: lines.turns(), turn: text });
    this.looked = { node: lines.node, text, answer };
    context.refresh();
    document.getElementById("looked")?.scrollIntoView({ block: "nearest" });
  },
};

function reported(differences, { session }) {
  return element("section", {}, element("h2", {}, "Differences of the report"), differences.map(({ code, clause, title, turn, ...sides }) =>
    element("details", {},
      element("summary", {}, element("code", {}, turn), ` ${clause}: ${title}`),
      button("On the board", () => session.open({ code })),
      sideBySide({ agree: false, ...sides }))));
}

function engineError({ here, turn }) {
  const text = here?.engine_error || turn?.engine_error;
  return text ? element("p", { class: "notice" }, text) : null;
}

function lists({ turns }, look) {
  if (!turns) return element("p", { class: "soft" }, "This engine does not list turns.");
  const named = [
    ["Only the rules allow", turns.only_rules], ["Only the engine allows", turns.only_engine], ["Another result", turns.otherwise],
  ].filter(([, found]) => found.length);
  if (!named.length) return element("p", { class: "good" }, "= The engine and the rules agree about every turn here.");
  return named.map(([title, found]) => element("div", { class: "differs" }, element("p", {}, `≠ ${title}: ${found.length}`),
    element("div", { class: "bar" }, found.map((text) => button(text, () => look(text), { class: "turn" })))));
}

function aboutTurn({ turn, engine_error }) {
  if (turn) return sideBySide(turn);
  return engine_error ? null : element("p", { class: "soft" }, "This engine cannot be asked about this turn.");
}

function sideBySide(compared) {
  const sides = [["The rules", compared.rules], ["The engine", compared.engine]];
  return [
    compared.agree ? element("p", { class: "good" }, "= The same.") : element("p", { class: "notice" }, "≠ They differ."),
    element("div", { class: "pair" }, sides.map(([name, { text, drawing }]) => element("div", { class: "card" },
      element("h4", {}, name), element("p", {}, text), !compared.agree && drawing ? picture(drawing) : null))),
  ];
}
