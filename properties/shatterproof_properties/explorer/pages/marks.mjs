// Marks over a drawing: outlines, crosses, dots, lines, arrows. Each is told apart by its shape as well as by its colour.

import { shape } from "./elements.mjs";

const GEOMETRY = ["x", "y", "width", "height", "rx", "points", "cx", "cy", "r"];

/** Where so much can be chosen, its dots are small. */
const MANY = 40;

/** The outline of a place of the drawing, as an element of a class; null where there is no place. */
export function outline(place, name) {
  if (!place) return null;
  const found = bodyOf(place).cloneNode(false);
  for (const { name: attribute } of [...found.attributes]) if (!GEOMETRY.includes(attribute)) found.removeAttribute(attribute);
  found.setAttribute("class", name);
  return found;
}

export function crosses(place) {
  if (!place) return null;
  const { x, y, width, height } = bodyOf(place).getBBox();
  const isTaken = place.hasAttribute("data-fill");
  const reach = Math.min(width, height) / (isTaken ? 10 : 4);
  const [right, top] = isTaken ? [x + width - reach / 2, y + reach / 2] : [x + width / 2 + reach, y + height / 2 - reach];
  const [left, bottom] = [right - 2 * reach, top + 2 * reach];
  return [segment([left, top, right, bottom], "cross"), segment([left, bottom, right, top], "cross")];
}

/** What can be chosen: a dot in the middle of each place, a diamond where it ends something for good, and lines. */
export function offers(middles, lines) {
  return shape("g", { class: "offers", "aria-hidden": "true" },
    middles.map(([[x, y], isFinal]) => (isFinal
      ? shape("path", { class: "dot final", d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` })
      : shape("circle", { class: "dot", cx: x, cy: y, r: middles.length > MANY ? 3 : 5 }))),
    lines.map(([x1, y1, x2, y2, id, title]) => shape("g", { "data-line": id, class: "line" }, shape("title", {}, title),
      segment([x1, y1, x2, y2], "reach"), segment([x1, y1, x2, y2], "seen"))));
}

/** A shape as a choice has it: `line`, `arrow` or `box`. */
export function shaped({ kind, points: [[x1, y1], [x2, y2]] }, name = "hint") {
  if (kind === "line") return segment([x1, y1, x2, y2], name);
  if (kind === "arrow") return arrow([x1, y1], [x2, y2], name);
  return shape("rect", { class: name, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
}

export function arrow([x1, y1], [x2, y2], name) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = [[x2, y2], [x2 - 11 * dx - 5 * dy, y2 - 11 * dy + 5 * dx], [x2 - 11 * dx + 5 * dy, y2 - 11 * dy - 5 * dx]];
  return shape("g", { class: name },
    shape("line", { x1, y1, x2: x2 - 9 * dx, y2: y2 - 9 * dy }),
    shape("polygon", { points: head.map((point) => point.join(",")).join(" ") }));
}

function segment([x1, y1, x2, y2], name) {
  return shape("line", { x1, y1, x2, y2, class: name });
}

/** What stands on a place: the place itself where it is a piece, or the last thing drawn on it; null where it is empty. */
export function standingOn(place) {
  if (!place?.dataset.fill) return null;
  return place.matches("g") ? place.lastElementChild : place;
}

export function middleOf(each) {
  const { x, y, width, height } = each.getBBox();
  return [x + width / 2, y + height / 2];
}

/** The outline of a place: the first shape drawn on it, or the place itself. */
export function bodyOf(place) {
  return place.matches("g") ? place.querySelector("polygon, rect, circle") ?? place : place;
}
