// The panel of the game: turns, typed turns, what the last turn did.

import { button, element, fill } from "./elements.mjs";
import { showMoves, turnText } from "./moves.mjs";
import { changesButton } from "./readings.mjs";
import { clauseLink } from "./rules.mjs";
import { happened } from "./table.mjs";

export const playing = {
  title: "Play",

  show(container, { session, board, openRule }) {
    const moves = element("section", { "aria-label": "Turns" });
    const typed = element("form", {
      class: "bar",
      onsubmit: (event) => {
        event.preventDefault();
        const text = new FormData(event.target).get("turn").trim();
        if (text) session.play(text);
      },
    },
    element("label", { class: "field wide" }, element("span", {}, "Turn as text"),
      element("input", {
        name: "turn", value: session.refusal?.turn ?? "", maxlength: 4096, autocomplete: "off", spellcheck: "false", autocapitalize: "off", class: "notation",
      })),
    button("Play it", null, { type: "submit" }));
    fill(container, typed, moves, whatHappened(session, board, openRule));
    showMoves(moves, session);
  },

  /** Marks the turn that threatens to win, or that an engine takes otherwise. */
  hear(container, { session }) {
    const turn = container.querySelector(`[data-node="${session.lines.at}"]`);
    if (turn) turn.textContent = turnText(session.lines.node);
  },
};

function whatHappened(session, board, openRule) {
  const { node, nodes } = session.lines;
  if (!node.did?.length) return null;
  const before = nodes[node.parent].seen.position;
  return element("section", {}, element("h2", {}, "What ", element("span", { class: "notation" }, node.turn), " did"),
    element("ol", {}, node.did.map((did) => element("li", {}, happened(did, board), " ",
      did.clauses.map((clause) => [clauseLink(clause, openRule), " "])))),
    changesButton(before, node.turn, openRule));
}
