// Dragging on the board: from a place to another, off the board, or over many places; with the right button it draws.

const DRAG_BEGINS = 8;
const [LEFT, RIGHT] = [0, 2];

export class Drag {
  /** `drag(from, to, direction)`, `sweep(ids)` and `draw(mark)` as the board has them. */
  constructor(board, { drag, sweep, draw }) {
    Object.assign(this, { board, drag, sweep, draw });
    /** Whether the pointer that was lifted last had dragged something, so that its click counts for nothing. */
    this.hasDragged = false;
    board.container.addEventListener("contextmenu", (event) => event.preventDefault());
    board.container.addEventListener("pointerdown", (event) => this.#began(event));
  }

  #began(event) {
    this.hasDragged = false;
    const isDrawn = event.button === RIGHT;
    const from = this.board.placeUnder(event);
    if (from === null || !(isDrawn || event.button === LEFT)) return;
    const [x, y] = [event.clientX, event.clientY];
    const ended = new AbortController();
    const swept = new Set([from]);
    const moved = (move) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) < DRAG_BEGINS) return;
      if (!isDrawn) swept.add(this.board.placeUnder(move) ?? from);
      if (swept.size > 1 && this.sweep([...swept])) this.hasDragged = true;
      else {
        this.board.trail(from, move);
        if (!isDrawn) this.board.carry(from, move);
      }
    };
    const up = (last) => {
      ended.abort();
      this.board.carry();
      this.board.trail();
      const to = last.type === "pointercancel" ? from : this.board.placeUnder(last);
      if (isDrawn) {
        if (to !== null && last.type === "pointerup") this.draw(from === to ? [from] : [from, to]);
      } else if (!this.hasDragged && to !== from) {
        this.hasDragged = true;
        this.drag(from, to, this.#direction(from, last));
      }
    };
    // The drawing may be made anew meanwhile: what a finger has touched must not take the pointer with it.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    for (const [name, listener] of [["pointermove", moved], ["pointerup", up], ["pointercancel", up]]) {
      window.addEventListener(name, listener, { signal: ended.signal });
    }
  }

  #direction(from, event) {
    const [start, end] = [this.board.middle(from), this.board.point(event)];
    return [end.x - start[0], end.y - start[1]];
  }
}
