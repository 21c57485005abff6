// Rings and arrows that people draw on the board, with the right button or while they hold the pencil; the same once more takes one away.

import { placeUnder } from "./board.mjs";

const RIGHT = 2;

/** Listens on a board; `drawn(mark)` gets the place of a ring, or the two of an arrow. */
export function annotate(board, drawn) {
  const { container } = board;
  container.addEventListener("contextmenu", (event) => event.preventDefault());
  container.addEventListener("pointerdown", (event) => {
    const from = event.button === RIGHT ? placeUnder(event) : null;
    if (from === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener("pointermove", (move) => board.trail(from, move), { signal });
    window.addEventListener("pointercancel", () => ended.abort(), { signal });
    window.addEventListener("pointerup", (last) => {
      ended.abort();
      board.trail();
      const to = placeUnder(last);
      if (to !== null) drawn(from === to ? [from] : [from, to]);
    }, { signal });
  });
}

/** What answers on the board while the pencil is held: a click draws a ring, a drag an arrow. */
export function pencilOf(drawn) {
  return { pick: (id) => drawn([id]), drag: (from, to) => to !== null && drawn([from, to]) };
}
