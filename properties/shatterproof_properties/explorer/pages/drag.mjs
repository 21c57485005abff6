// Dragging on the board: from a place to another, off the board, or over many places.

import { placeUnder } from "./board.mjs";

const DRAG_BEGINS = 8;

export class Drag {
  /** `drag(from, to, direction)` and `sweep(ids)` as the board has them. */
  constructor(board, { drag, sweep }) {
    Object.assign(this, { board, drag, sweep });
    /** Whether the pointer that was lifted last had dragged something, so that its click counts for nothing. */
    this.hasDragged = false;
    board.container.addEventListener("pointerdown", (event) => this.#began(event));
  }

  #began(event) {
    this.hasDragged = false;
    const from = event.target.closest("[data-at]")?.getAttribute("data-at");
    if (from === undefined || event.button !== 0) return;
    const [x, y] = [event.clientX, event.clientY];
    const ended = new AbortController();
    const swept = new Set([from]);
    const moved = (move) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) < DRAG_BEGINS) return;
      swept.add(placeUnder(move) ?? from);
      if (swept.size > 1 && this.sweep([...swept])) this.hasDragged = true;
      else this.#carry(from, move);
    };
    const up = (last) => {
      ended.abort();
      this.board.carry();
      this.board.trail();
      const to = placeUnder(last);
      if (this.hasDragged || last.type === "pointercancel" || to === from) return;
      this.hasDragged = true;
      this.drag(from, to, this.#direction(from, last));
    };
    // The drawing may be made anew meanwhile: what a finger has touched must not take the pointer with it.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    window.addEventListener("pointermove", moved, { signal: ended.signal });
    window.addEventListener("pointerup", up, { signal: ended.signal });
    window.addEventListener("pointercancel", up, { signal: ended.signal });
  }

  /** Lets a piece follow the pointer, and draws where it comes from. */
  #carry(from, move) {
    this.board.trail(from, move);
    this.board.carry(from, move);
  }

  #direction(from, event) {
    const [start, end] = [this.board.middle(from), this.board.point(event)];
    return [end.x - start[0], end.y - start[1]];
  }
}
