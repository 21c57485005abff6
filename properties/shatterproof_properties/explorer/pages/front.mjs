// The front: a small board of each game that plays by itself, and the ways into it.

import { Animation } from "./animation.mjs";
import { ask } from "./ask.mjs";
import { capital, fill, picture } from "./elements.mjs";
import { puzzles } from "./puzzles.mjs";

/** Milliseconds between two turns of a board that plays by itself. */
const PACE = 1600;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export const front = {
  title: "Shatterproof",

  view: () => "front",

  show() {
    document.title = "Shatterproof";
  },

  begin(context) {
    for (const button of document.querySelectorAll("#front button")) {
      button.disabled = false;
      button.onclick = () => enter(button.dataset.place, button.closest("[data-game]")?.dataset.game, context);
    }
    for (const figure of document.querySelectorAll("#front [data-demo]")) setTimeout(() => live(figure), PACE);
  },
};

async function enter(place, game, context) {
  const { session, startNew, open, say, opponent } = context;
  if (place === "puzzles") puzzles.filter.game = game ?? "";
  else if (game && place === "play") {
    opponent.welcome();
    return startNew({ game });
  }
  else if (game && session.lines?.root.game !== game) await session.open({ game });
  say(`${capital(place)}.`);
  return open(place);
}

/** Plays the game of a figure over and over, while the front is seen and the reader does not mind movement. */
async function live(figure) {
  const { turns, start } = await ask({ do: "open", code: figure.dataset.demo }).catch(() => ({ turns: [] }));
  if (!turns.length) return;
  const moving = new Animation(figure, () => {});
  const drawings = [start, ...turns.map(({ shown }) => shown)].map(({ drawing }) => drawing);
  let at = Math.floor(turns.length / 2);
  setInterval(() => {
    if (isStill.matches || document.hidden || document.body.dataset.place !== "front") return;
    // The end is seen for one beat more.
    at = (at + 1) % (drawings.length + 1);
    if (at === turns.length + 1) return;
    fill(figure, picture(drawings[at]));
    if (at) moving.show(drawings[at - 1], drawings[at], turns[at - 1].motion);
  }, PACE);
}
