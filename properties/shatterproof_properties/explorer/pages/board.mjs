// The board: the reference's drawing, in which pieces, cells and lines can be chosen by pointer, touch and keyboard.

import { Drag } from "./drag.mjs";
import { picture, shape } from "./elements.mjs";
import { arrow, bodyOf, crosses, middleOf, offers, outline, shaped, standingOn } from "./marks.mjs";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** A second click so near the first, in pixels, chooses no line: nobody cuts a piece by clicking it twice. */
const SAME_SPOT = 12;
/** What is left free around a drawing, in its units. */
const MARGIN = 6;
/** The view boxes of boards without their margins. To measure each drawing anew would lay it out twice. */
const FRAMES = new Map();

/**
 * What a board shows besides its drawing, all of it names of places unless said otherwise:
 * @typedef {object} Marks
 * @property {string[]} can places that can be chosen
 * @property {string[]} final those of them that end something for good
 * @property {string[]} chosen places that have been chosen
 * @property {string[]} changed places that something has just happened to
 * @property {string[]} forbids places that forbid what was tried
 * @property {string[]} winning places by which the game was won
 * @property {string[][]} drawn what people have drawn: the place of a ring, or the two of an arrow
 * @property {{at: string, what: string}[]} gone places that something has just been taken from, and what, in words
 * @property {[number, number, number, number, number, string][]} lines what can be chosen: two points, number, title
 * @property {string} label the board in words
 */
const NOTHING = { can: [], final: [], chosen: [], changed: [], forbids: [], winning: [], drawn: [], gone: [], lines: [], label: "" };

export class Board {
  /**
   * `pick(id, line)` is called when a place was chosen, or a line across it (else null), `drag(from, to, direction)` when
   * it was dragged, `sweep(ids)` while that goes on (true where it takes care of it), `draw(mark)` after the right button, `key(event)` for other keys.
   */
  constructor(container, handlers) {
    this.container = container;
    this.handlers = handlers;
    this.places = new Map();
    this.focused = null;
    /** Where the last click was in the window; null after the keyboard was used. */
    this.clicked = null;
    this.dragging = new Drag(this, handlers);
    container.addEventListener("keydown", (event) => this.#keydown(event));
    container.addEventListener("click", (event) => this.#click(event));
    container.addEventListener("focusin", (event) => this.#note(event.target));
  }

  show(drawing, marks = {}) {
    const all = { ...NOTHING, ...marks };
    const had = this.container.contains(document.activeElement);
    const svg = picture(drawing);
    if (!svg) return;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", all.label || svg.getAttribute("aria-label") || "board");
    this.places = new Map([...svg.querySelectorAll("[data-at]")].map((place) => [place.getAttribute("data-at"), place]));
    this.svg = svg;
    this.container.querySelector("svg:not(.stage)")?.remove();
    const frame = frameOf(svg);
    if (FRAMES.has(frame)) svg.setAttribute("viewBox", FRAMES.get(frame));
    this.container.prepend(svg);
    if (!FRAMES.has(frame)) crop(svg, frame);
    this.#name(new Set(all.can), new Set(all.chosen));
    this.#mark(all);
    this.#tab(had);
  }

  /** Outlines places and a shape (`line`, `arrow` or `box`) more, until the next drawing or the next call. */
  hint(ids, offered = null) {
    this.#layer("hints", ids.map((id) => outline(this.places.get(id), "hint")), offered && shaped(offered));
  }

  /** Draws threats on the board, as shapes, until the next drawing or the next call. */
  threaten(shapes) {
    this.#layer("threats", shapes.map((each) => shaped(each, "threat")));
  }

  flip() {
    this.container.classList.toggle("flipped");
  }

  /** Lets what stands on a place follow the pointer; without a place it is back. */
  carry(from = null, event = null) {
    const body = from === null ? null : standingOn(this.places.get(from));
    if (!body) return this.svg?.querySelector(".carried")?.remove();
    const [[x, y], end] = [this.middle(from), this.point(event)];
    const copy = body.cloneNode(false);
    for (const name of ["data-at", "role", "tabindex", "class", "aria-label"]) copy.removeAttribute(name);
    return this.#layer("carried", shape("g", { transform: `translate(${end.x - x} ${end.y - y})` }, copy));
  }

  /** Draws an arrow from a place to a point of the window while something is dragged; without them it is gone. */
  trail(from = null, event = null) {
    if (from === null) return this.svg?.querySelector(".trails")?.remove();
    const end = this.point(event);
    return this.#layer("trails", arrow(this.middle(from), [end.x, end.y], "trail"));
  }

  focus() {
    (this.places.get(this.focused) ?? this.places.values().next().value)?.focus();
  }

  middle(id) {
    const place = this.places.get(id);
    return place ? middleOf(bodyOf(place)) : null;
  }

  middleInWindow(id) {
    const box = this.places.get(id)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  placeUnder(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    return under.map((element) => element.closest("[data-at]")).find(Boolean)?.getAttribute("data-at") ?? null;
  }

  #layer(name, ...content) {
    this.svg?.querySelector(`.${name}`)?.remove();
    this.svg?.append(shape("g", { class: name, "aria-hidden": "true" }, content));
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

  #mark({ can, final, chosen, changed, forbids, winning, drawn, gone, lines }) {
    for (const [name, ids] of Object.entries({ chosen, changed, forbids, winning })) {
      this.#layer(`marks-${name}`, ids.map((id) => outline(this.places.get(id), name)));
    }
    for (const { at, what } of gone) {
      const place = this.places.get(at);
      place?.setAttribute("aria-label", `${place.getAttribute("aria-label")}; ${what}`);
    }
    this.#layer("drawn", drawn.filter((ends) => ends.every((id) => this.places.has(id))).map(([from, to]) => (to === undefined
      ? outline(this.places.get(from), "drawn")
      : arrow(this.middle(from), this.middle(to), "drawn"))));
    this.#layer("gone", gone.map(({ at }) => crosses(this.places.get(at))));
    const isFinal = new Set(final);
    this.svg.append(offers(can.map((id) => [this.middle(id), isFinal.has(id)]).filter(([middle]) => middle), lines));
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
    // Whoever has clicked goes through the game with arrows; whoever came by keys goes over the board.
    if (event.key in ARROWS && !event.target.matches(":focus-visible")) return;
    if (event.key in ARROWS) this.#walk(this.#turned(ARROWS[event.key]));
    else if ((event.key === "Enter" || event.key === " ") && this.focused !== null) {
      this.clicked = null;
      this.handlers.pick(this.focused, null);
    } else {
      this.handlers.key(event);
      return;
    }
    event.preventDefault();
  }

  #turned([across, down]) {
    return this.container.classList.contains("flipped") ? [-across, -down] : [across, down];
  }

  #walk([across, down]) {
    const from = this.middle(this.focused);
    if (!from) return;
    let best = null;
    for (const id of this.places.keys()) {
      const [x, y] = this.middle(id);
      const ahead = (x - from[0]) * across + (y - from[1]) * down;
      const aside = Math.abs((x - from[0]) * down) + Math.abs((y - from[1]) * across);
      const cost = ahead + (aside <= ahead ? aside : 3 * aside);
      if (ahead > 1 && (!best || cost < best[0])) best = [cost, id];
    }
    if (best) this.places.get(best[1]).focus();
  }

  #click(event) {
    if (this.dragging.hasDragged) return;
    const [x, y] = this.clicked ?? [NaN, NaN];
    const isSameSpot = Math.hypot(event.clientX - x, event.clientY - y) < SAME_SPOT;
    this.clicked = [event.clientX, event.clientY];
    const line = isSameSpot ? null : event.target.closest("[data-line]")?.getAttribute("data-line") ?? null;
    const id = this.placeUnder(event);
    if (line || id) this.handlers.pick(id, line);
  }
}

/** What drawings of one board have in common, whatever stands on it: their size, and the labels around it. */
function frameOf(svg) {
  return [svg.getAttribute("viewBox"), ...[...svg.querySelectorAll("text")].map((text) => text.textContent)].join(" ");
}

/** Takes the wide margins off a drawing that is seen, so that the board has all the room there is. */
function crop(svg, frame) {
  const { x, y, width, height } = svg.getBBox();
  if (!width) return;
  FRAMES.set(frame, [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" "));
  svg.setAttribute("viewBox", FRAMES.get(frame));
}
