// The board: the reference's drawing, in which pieces, cells and lines can be chosen by pointer, touch and keyboard.

import { picture, shape } from "./elements.mjs";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const DRAG_BEGINS = 8;
/** No board is drawn larger than so many times its own size. */
const LARGEST = 2;

export class Board {
  /**
   * `pick(id, line)` is called when a place was chosen, or a line across it (else null), `drag(from, to, direction)` when
   * it was dragged, `sweep(ids)` while that goes on (true where it takes care of it), `key(event)` for other keys.
   */
  constructor(container, { pick, drag, sweep, key }) {
    this.container = container;
    this.handlers = { pick, drag, sweep, key };
    this.places = new Map();
    this.focused = null;
    container.addEventListener("keydown", (event) => this.#keydown(event));
    container.addEventListener("pointerdown", (event) => this.#pointerdown(event));
    container.addEventListener("click", (event) => this.#click(event));
    container.addEventListener("focusin", (event) => this.#note(event.target));
  }

  /**
   * Shows a drawing. `can` are the places that can be chosen, `chosen` those that have been, `changed` those that something
   * has just happened to, `forbids` those that forbid what was tried, `gone` those that
   * something has just been taken from (`at`, and `what` in words); `lines` `[x1, y1, x2, y2, id, title]` that can be.
   */
  show(drawing, { can = [], chosen = [], changed = [], forbids = [], gone = [], lines = [], label = "" } = {}) {
    const had = this.container.contains(document.activeElement);
    const svg = picture(drawing);
    if (!svg) return;
    svg.style.maxWidth = `${LARGEST * svg.getAttribute("width")}px`;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", label || svg.getAttribute("aria-label") || "board");
    this.places = new Map([...svg.querySelectorAll("[data-at]")].map((place) => [place.getAttribute("data-at"), place]));
    this.svg = svg;
    this.container.replaceChildren(svg);
    this.#name(new Set(can), new Set(chosen));
    this.#mark({ chosen, changed, forbids });
    this.#cross(gone);
    this.#offer(can, lines);
    this.#tab(had);
  }

  /** Outlines places and a shape (`line`, `arrow` or `box`) more, until the next drawing or the next call. */
  hint(ids, offered = null) {
    this.svg?.querySelector(".hints")?.remove();
    this.svg?.append(shape("g", { class: "hints", "aria-hidden": "true" },
      ids.map((id) => this.#outline(id, "hint")), offered && shaped(offered)));
  }

  /** Draws threats on the board, as shapes, until the next drawing or the next call. */
  threaten(shapes) {
    this.svg?.querySelector(".threats")?.remove();
    this.svg?.append(shape("g", { class: "threats", "aria-hidden": "true" }, shapes.map((each) => shaped(each, "threat"))));
  }

  focus() {
    (this.places.get(this.focused) ?? this.places.values().next().value)?.focus();
  }

  /** The middle of a place in the drawing's own units; null where there is none. */
  middle(id) {
    const place = this.places.get(id);
    if (!place) return null;
    const box = (place.querySelector("polygon, rect, circle") ?? place).getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  #name(can, chosen) {
    for (const [id, place] of this.places) {
      const named = place.getAttribute("aria-label") || place.querySelector("title")?.textContent || id;
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "-1");
      place.setAttribute("aria-label", named);
      place.classList.toggle("can", can.has(id));
      if (chosen.has(id)) place.setAttribute("aria-pressed", "true");
      if (can.has(id)) place.setAttribute("aria-description", "can be chosen");
    }
    for (const text of this.svg.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
  }

  #mark(marks) {
    this.svg.append(shape("g", { class: "marks", "aria-hidden": "true" },
      Object.entries(marks).map(([name, ids]) => ids.map((id) => this.#outline(id, name)))));
  }

  /** Crosses out what has been taken, and says it of the place. */
  #cross(gone) {
    const crosses = gone.map(({ at, what }) => {
      const place = this.places.get(at);
      if (!place) return null;
      place.setAttribute("aria-label", `${place.getAttribute("aria-label")}; ${what}`);
      const { x, y, width, height } = (place.querySelector("polygon, rect, circle") ?? place).getBBox();
      // Whatever stands there now is not what was taken: the cross is beside it then.
      const isTaken = place.hasAttribute("data-fill");
      const reach = Math.min(width, height) / (isTaken ? 10 : 4);
      const [right, top] = isTaken ? [x + width - reach / 2, y + reach / 2] : [x + width / 2 + reach, y + height / 2 - reach];
      const [left, bottom] = [right - 2 * reach, top + 2 * reach];
      return [segment([left, top, right, bottom], "cross"), segment([left, bottom, right, top], "cross")];
    });
    this.svg.append(shape("g", { class: "gone", "aria-hidden": "true" }, crosses));
  }

  #offer(can, lines) {
    this.svg.append(
      shape("g", { class: "offers", "aria-hidden": "true" },
        can.map((id) => this.middle(id)).filter(Boolean).map(([x, y]) => shape("circle", { class: "dot", cx: x, cy: y, r: 4 })),
        lines.map(([x1, y1, x2, y2, id, title]) => shape("g", { "data-line": id, class: "line" }, shape("title", {}, title),
          segment([x1, y1, x2, y2], "reach"), segment([x1, y1, x2, y2], "seen")))),
    );
  }

  #outline(id, name) {
    const place = this.places.get(id);
    if (!place) return null;
    const outline = (place.matches("g") ? place.querySelector("polygon, rect, circle") ?? place : place).cloneNode(false);
    for (const { name: attribute } of [...outline.attributes]) {
      if (!["x", "y", "width", "height", "rx", "points", "cx", "cy", "r"].includes(attribute)) outline.removeAttribute(attribute);
    }
    outline.setAttribute("class", name);
    return outline;
  }

  #tab(had) {
    if (!this.places.has(this.focused)) this.focused = this.places.keys().next().value ?? null;
    const place = this.places.get(this.focused);
    place?.setAttribute("tabindex", "0");
    if (had) place?.focus({ preventScroll: true });
  }

  #note(target) {
    const id = target.closest?.("[data-at]")?.getAttribute("data-at");
    if (id === undefined || id === null || id === this.focused) return;
    this.places.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = id;
    this.places.get(id)?.setAttribute("tabindex", "0");
  }

  #keydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS) this.#walk(ARROWS[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.focused !== null) this.handlers.pick(this.focused, null);
    else {
      this.handlers.key(event);
      return;
    }
    event.preventDefault();
  }

  #walk([across, down]) {
    const from = this.middle(this.focused);
    if (!from) return;
    let best = null;
    for (const id of this.places.keys()) {
      const [x, y] = this.middle(id);
      const ahead = (x - from[0]) * across + (y - from[1]) * down;
      const aside = Math.abs((x - from[0]) * down) + Math.abs((y - from[1]) * across);
      const cost = ahead + 2 * aside;
      if (ahead > 1 && (!best || cost < best[0])) best = [cost, id];
    }
    if (best) this.places.get(best[1]).focus();
  }

  #click(event) {
    if (this.dragged) return;
    const line = event.target.closest("[data-line]")?.getAttribute("data-line");
    const id = placeUnder(event);
    if (line || id) this.handlers.pick(id, line);
  }

  #pointerdown(event) {
    this.dragged = false;
    const from = event.target.closest("[data-at]")?.getAttribute("data-at");
    if (from === undefined || event.button !== 0) return;
    const [x, y] = [event.clientX, event.clientY];
    const ended = new AbortController();
    const swept = new Set([from]);
    const moved = (move) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) < DRAG_BEGINS) return;
      swept.add(placeUnder(move) ?? from);
      if (swept.size > 1 && this.handlers.sweep([...swept])) this.dragged = true;
      else this.#trail(from, move);
    };
    const up = (last) => {
      ended.abort();
      this.svg.querySelector(".trail")?.remove();
      const to = placeUnder(last);
      if (this.dragged || last.type === "pointercancel" || to === from) return;
      this.dragged = true;
      this.handlers.drag(from, to, this.#direction(from, last));
    };
    window.addEventListener("pointermove", moved, { signal: ended.signal });
    window.addEventListener("pointerup", up, { signal: ended.signal });
    window.addEventListener("pointercancel", up, { signal: ended.signal });
  }

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  #trail(from, event) {
    const [start, end] = [this.middle(from), this.#point(event)];
    this.svg.querySelector(".trail")?.remove();
    this.svg.append(shape("g", { class: "trail", "aria-hidden": "true" }, arrow(start, [end.x, end.y], "trail")));
  }

  #direction(from, event) {
    const [start, end] = [this.middle(from), this.#point(event)];
    return [end.x - start[0], end.y - start[1]];
  }
}

function placeUnder(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  return under.map((element) => element.closest("[data-at]")).find(Boolean)?.getAttribute("data-at") ?? null;
}

function shaped({ kind, points: [[x1, y1], [x2, y2]] }, name = "hint") {
  if (kind === "line") return segment([x1, y1, x2, y2], name);
  if (kind === "arrow") return arrow([x1, y1], [x2, y2], name);
  return shape("rect", { class: name, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
}

function segment([x1, y1, x2, y2], name) {
  return shape("line", { x1, y1, x2, y2, class: name });
}

/** An arrow between two points. */
function arrow([x1, y1], [x2, y2], name) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = [[x2, y2], [x2 - 11 * dx - 5 * dy, y2 - 11 * dy + 5 * dx], [x2 - 11 * dx + 5 * dy, y2 - 11 * dy - 5 * dx]];
  return shape("g", { class: name },
    shape("line", { x1, y1, x2: x2 - 9 * dx, y2: y2 - 9 * dy }),
    shape("polygon", { points: head.map((point) => point.join(",")).join(" ") }));
}
