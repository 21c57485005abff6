// How a game ends by what players say: a draw by agreement, a resignation. The record keeps it as its result.

import { button, capital, element } from "./elements.mjs";
import { openDialog } from "./dialog.mjs";

const WON = ["1-0", "0-1"];

/** How the game ended where the rules do not say so, at the end of its main line; null where it goes on. */
export function concluded(lines, sides) {
  const { Result: result, Termination: how } = lines.tags;
  const { node } = lines;
  if (node.seen?.outcome || node !== lines.main().at(-1)) return null;
  if (result === "1/2-1/2") return { winner: null, clause: "", text: "The game is drawn by agreement.", about: [] };
  const won = WON.indexOf(result);
  if (won < 0) return null;
  const [winner, loser] = [sides[won], sides[1 - won]];
  const text = how === "resignation" ? `${capital(winner)} wins: ${capital(loser)} resigns.` : `${capital(winner)} wins by the record.`;
  return { winner, clause: "", text, about: [] };
}

export function agreementButtons({ session, game, opponent }) {
  const { lines, shown, mode } = session;
  const { sides } = game();
  if (mode || shown.outcome || !lines.at || lines.node.children.length || concluded(lines, sides)) return null;
  const side = opponent.isProgram ? sides[opponent.choice.human] : shown.to_move;
  return element("div", { class: "bar agreements" },
    opponent.isProgram ? null : button("Draw", () => agree(session, `${capital(side)} offers a draw. Does the other side agree?`, "Drawn by agreement",
      { Result: "1/2-1/2", Termination: "agreement" }), { class: "quiet" }),
    button("Resign", () => agree(session, `${capital(side)} gives the game up?`, `${capital(side)} resigns`,
      { Result: WON[1 - sides.indexOf(side)], Termination: "resignation" }), { class: "quiet" }));
}

function agree(session, question, answer, tags) {
  openDialog("End the game", (close) => [
    element("p", {}, question),
    element("div", { class: "bar" },
      button(answer, () => {
        close();
        session.edits.conclude(tags);
      }, { class: "primary" }),
      button("Play on", close, { class: "outline" })),
  ]);
}
