// The panel to compare: what an engine says of the position on the board, beside what the rules say.

import { ask } from "./ask.mjs";
import { button, element, fill, picture } from "./elements.mjs";

export const comparing = {
  title: "Compare",
  hidden: (games) => !games?.engine,
  about: "",
  answer: null,

  async show(container, context) {
    const { session } = context;
    const position = JSON.stringify(session.shown.position);
    if (position !== this.about) Object.assign(this, { about: position, answer: null });
    const { engine } = context.games();
    fill(container, element("h2", {}, `Compare with ${engine.name ?? engine}`), this.answer
      ? told(this.answer, session, (turn) => this.showTurn(turn, container, context))
      : element("p", {}, "Asking …"));
    if (this.answer) return;
    try {
      this.answer = await ask({ do: "compare", position: session.shown.position });
    } catch (error) {
      fill(container, element("p", { class: "notice" }, error.message));
      return;
    }
    if (position === this.about) fill(container, element("h2", {}, `Compare with ${engine.name ?? engine}`), told(this.answer, session, (turn) => this.showTurn(turn, container, context)));
  },

  async showTurn(turn, container, { session }) {
    const answer = await ask({ do: "compare", position: session.shown.position, turn });
    const sides = [["The rules", answer.rules], ["The engine", answer.engine]];
    container.append(element("section", {}, element("h3", {}, turn), element("div", { class: "pair" },
      sides.map(([name, side]) => element("div", { class: "card" }, element("h3", {}, name), side?.text ?? "",
        side?.drawing ? picture(side.drawing) : null)))));
    container.lastChild.scrollIntoView({ block: "nearest" });
  },
};

function told({ turns = {} }, session, look) {
  const lists = [
    ["Only the rules allow", turns.only_rules ?? turns.rules ?? []],
    ["Only the engine allows", turns.only_engine ?? turns.engine ?? []],
    ["Another result", turns.changed ?? turns.other ?? []],
  ];
  if (lists.every(([, found]) => !found.length)) return element("p", { class: "good" }, "The engine and the rules agree about every turn here.");
  return lists.map(([title, found]) => (found.length
    ? element("section", { class: "differs" }, element("h3", {}, `≠ ${title}: ${found.length}`),
      element("div", { class: "bar" }, found.map((turn) => button(turn.turn ?? turn, () => look(turn.turn ?? turn), { class: "turn" }))))
    : null));
}
