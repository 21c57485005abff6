// The place to play: who plays, the moves, what the last turn did, and all that can come next.

import { changesButton } from "./readings.mjs";
import { element, fill } from "./elements.mjs";
import { clauseLink } from "./text_blocks.mjs";
import { hearMoves, movesCard } from "./moves.mjs";
import { happened, listOfChoices } from "./choices.mjs";

/** Whether what turns did is shown; it stays so from turn to turn. */
let isExplained = false;

export const playing = {
  title: "Play",

  show(container, context) {
    fill(container, context.session.mode ? null : context.opponent.card(), movesCard(context), explanation(context), listOfChoices(context));
  },

  hear: hearMoves,
};

/** What the turn that is built does so far, or what the last one did; folded until somebody asks. */
function explanation(context) {
  const { step, lines } = context.session;
  if (step?.parts.length && step.did.length) {
    return folded("What this turn does", element("ol", { class: "happened" }, step.did.map((did) => element("li", {}, happened(did, context.board)))));
  }
  return whatHappened(lines.node, context);
}

function folded(title, ...content) {
  return element("details", { class: "card why", open: isExplained, ontoggle: (event) => { if (event.target.isConnected) isExplained = event.target.open; } },
    element("summary", {}, title), content);
}

/** What the turn that led to a node did, step by step, with the clauses. */
export function whatHappened(node, { session, board, openRule }) {
  if (!node.did?.length) return null;
  const before = session.lines.nodes[node.parent].seen.position;
  return folded(["What did ", element("span", { class: "notation" }, node.turn), " do?"],
    element("ol", { class: "happened" }, node.did.map((did) => element("li", {}, happened(did, board), " ",
      did.clauses.map((clause) => [clauseLink(clause, openRule), " "])))),
    changesButton(before, node.turn, openRule));
}
