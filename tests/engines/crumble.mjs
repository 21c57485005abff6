// Crumble: the rules in plain JavaScript, written for reading and not for speed.
//
// A piece is {x, y, w, h} in grains, x to the east and y to the north of the board's south-west corner.
// A position is {board, pieces, colours, mover, memory, outcome}: the pieces sorted by y then x, a colour (0 black,
// 1 white) for each of them, what the draw rule remembers, and who has won. Pieces are named by their index.

import { IllegalTurn, checkKeys, checkList, checkOneOf, refusePosition } from "./adapter.mjs";

const GRAIN = 2 ** 20; // grains in one unit: the finest denominator
const COMPASS = "NESW"; // a direction is an index into this

export const sides = ["black", "white"]; // a colour is an index into this
export const boards = ["2x2..16x16"];
export const readings = {
  "crumble.capture-nested": ["outer-takes-all"],
  "crumble.draw": ["same-target"],
  "crumble.draw-descent": ["wholly"],
  "crumble.draw-into": ["last"],
  "crumble.draw-previous": ["each"],
  "crumble.draw-target": ["shared"],
  "crumble.draw-turn": ["one-turn"],
  "crumble.draw-turn-target": ["any"],
  "crumble.standing-enclosure": ["reject"],
  "crumble.win-stops": ["at-once"],
};

// ---- Pieces and boards -----------------------------------------------------------------------------

const isLegalShape = ({ w, h }) => w === h || w === 2 * h || h === 2 * w;
const isSamePiece = (a, b) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
const southThenWest = (a, b) => a.y - b.y || a.x - b.x;
const area = ({ w, h }) => w * h;
const sharedLength = (from, length, otherFrom, otherLength) =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

function sharedArea(a, b) {
  const width = sharedLength(a.x, a.w, b.x, b.w);
  const height = sharedLength(a.y, a.h, b.y, b.h);
  return width > 0 && height > 0 ? width * height : 0;
}

export function boardOf(name) {
  const [, columns, rows] = /^([1-9]\d?)x([1-9]\d?)$/.exec(name)?.map(Number) ?? [];
  if (!(columns >= 2 && columns <= 16 && rows >= 2 && rows <= 16)) return null;
  return { columns, rows, w: columns * GRAIN, h: rows * GRAIN };
}

export function start(board) {
  const pieces = [];
  const colours = [];
  for (let row = 0; row < board.rows; row++) {
    for (let column = 0; column < board.columns; column++) {
      pieces.push({ x: column * GRAIN, y: row * GRAIN, w: GRAIN, h: GRAIN });
      colours.push((column + board.rows - 1 - row) % 2);
    }
  }
  return { board, pieces, colours: Buffer.from(colours), mover: 0, memory: null, outcome: null };
}

// ---- Who lies next to whom -------------------------------------------------------------------------

// neighbours share a stretch of a side, touching pieces at least a corner; across[piece][direction] is the
// one that shares a complete side of both, or -1; edges[piece] has one bit for each side of the board.
function arrange(board, pieces) {
  const neighbours = pieces.map(() => []);
  const touching = pieces.map(() => []);
  const across = pieces.map(() => [-1, -1, -1, -1]);
  const edges = pieces.map(({ x, y, w, h }) =>
    (y + h === board.h) | ((x + w === board.w) << 1) | ((y === 0) << 2) | ((x === 0) << 3));
  const meet = (i, j, length, isComplete, direction) => {
    if (length < 0) return;
    touching[i].push(j);
    touching[j].push(i);
    if (length === 0) return;
    neighbours[i].push(j);
    neighbours[j].push(i);
    if (!isComplete) return;
    across[i][direction] = j;
    across[j][(direction + 2) % 4] = i;
  };
  const byWestSide = indexBy(pieces, (piece) => piece.x);
  const bySouthSide = indexBy(pieces, (piece) => piece.y);
  pieces.forEach((a, i) => {
    for (const j of byWestSide.get(a.x + a.w) ?? []) {
      const b = pieces[j];
      meet(i, j, sharedLength(a.y, a.h, b.y, b.h), a.y === b.y && a.h === b.h, 1);
    }
    for (const j of bySouthSide.get(a.y + a.h) ?? []) {
      const b = pieces[j];
      const length = sharedLength(a.x, a.w, b.x, b.w);
      if (length > 0) meet(i, j, length, a.x === b.x && a.w === b.w, 0); // corners were met above
    }
  });
  return { pieces, neighbours, touching, across, edges };
}

function indexBy(pieces, coordinate) {
  const index = new Map();
  pieces.forEach((piece, i) => {
    const key = coordinate(piece);
    if (index.has(key)) index.get(key).push(i);
    else index.set(key, [i]);
  });
  return index;
}

// ---- Captures and wins -----------------------------------------------------------------------------

// A group joined by sides or corners that reaches the edge of the board has no ring around it.
function enclosedPieces({ pieces, touching, edges }, colours) {
  const safe = new Uint8Array(pieces.length);
  const reached = [];
  const reach = (piece) => {
    safe[piece] = 1;
    reached.push(piece);
  };
  for (let piece = 0; piece < edges.length; piece++) if (edges[piece]) reach(piece);
  for (let next = 0; next < reached.length; next++) {
    for (const other of touching[reached[next]]) {
      if (!safe[other] && colours[other] === colours[reached[next]]) reach(other);
    }
  }
  const enclosed = [];
  for (let piece = 0; reached.length < safe.length && piece < safe.length; piece++) {
    if (!safe[piece]) enclosed.push(piece);
  }
  return enclosed;
}

// Each round makes the outermost enclosed pieces safe, so this ends, with everything given to the outer ring.
function capture(arrangement, colours) {
  let enclosed = enclosedPieces(arrangement, colours);
  while (enclosed.length > 0) {
    for (const piece of enclosed) colours[piece] = 1 - colours[piece];
    enclosed = enclosedPieces(arrangement, colours);
  }
}

// The colour that has a chain touching all four sides of the board, or null.
function winnerOf({ neighbours, edges }, colours) {
  const seen = new Uint8Array(edges.length);
  for (let first = 0; first < edges.length; first++) {
    if (seen[first] || !(edges[first] & 8)) continue; // a winning chain has a piece on the west side
    const chain = [first];
    let sides = 0;
    seen[first] = 1;
    for (const piece of chain) {
      sides |= edges[piece];
      for (const other of neighbours[piece]) {
        if (seen[other] || colours[other] !== colours[first]) continue;
        seen[other] = 1;
        chain.push(other);
      }
    }
    if (sides === 15) return colours[first];
  }
  return null;
}

function outcomeOf(winner, memory) {
  if (winner !== null) return { winner: sides[winner], clause: "crumble.win.four-sides" };
  if (memory?.renewals === 2) return { winner: null, clause: "crumble.draw.repetition" };
  return null;
}

// ---- Cuts ------------------------------------------------------------------------------------------

const canBeHalved = ({ w, h }, line) => w === h || (line === "V" ? w === 2 * h : h === 2 * w);
const middle = ({ x, y, w, h }, line) => (line === "V" ? x + w / 2 : y + h / 2);

function halves({ x, y, w, h }, line) {
  return line === "V"
    ? [{ x, y, w: w / 2, h }, { x: x + w / 2, y, w: w / 2, h }]
    : [{ x, y, w, h: h / 2 }, { x, y: y + h / 2, w, h: h / 2 }];
}

// The pieces whose interior the line enters, in order, from the first one on.
function piecesOnLine(pieces, first, line) {
  const at = middle(pieces[first], line);
  const isEntered = ({ x, y, w, h }) => (line === "V" ? x < at && at < x + w : y < at && at < y + h);
  const place = (piece) => (line === "V" ? pieces[piece].y : pieces[piece].x);
  const fromFirstOn = (piece) => isEntered(pieces[piece]) && place(piece) >= place(first);
  return [...pieces.keys()].filter(fromFirstOn).sort((a, b) => place(a) - place(b));
}

// As many pieces, up to count, as one line can halve from the first one on; and the clause that stops it.
function halvedRun({ pieces, colours, mover }, first, line, count) {
  const run = [];
  const at = middle(pieces[first], line);
  if (colours[first] !== mover) return { run, clause: "crumble.cut.own" };
  if (!canBeHalved(pieces[first], line)) return { run, clause: "crumble.cut.halves" };
  if (!Number.isInteger(at)) return { run, clause: "crumble.board.limits" };
  for (const piece of piecesOnLine(pieces, first, line)) {
    if (run.length === count) return { run, clause: null };
    if (colours[piece] !== mover) return { run, clause: "crumble.cut.blocked" };
    const isHalved = canBeHalved(pieces[piece], line) && middle(pieces[piece], line) === at;
    if (!isHalved) return { run, clause: "crumble.cut.halves" };
    run.push(piece);
  }
  return { run, clause: "crumble.notation.multi-cut" };
}

function cutOf({ pieces }, run, line) {
  const worked = run.map((piece) => pieces[piece]);
  return { line, worked, made: worked.flatMap((piece) => halves(piece, line)) };
}

function* cuts(position) {
  for (const first of position.pieces.keys()) {
    for (const line of "VH") {
      const { run } = halvedRun(position, first, line, Infinity);
      for (let count = 1; count <= run.length; count++) yield cutOf(position, run.slice(0, count), line);
    }
  }
}

// ---- Joins -----------------------------------------------------------------------------------------

// The pieces that a rectangle is made of, and the clause that forbids to join them.
function joinedPieces({ pieces, colours, mover }, rectangle) {
  const inside = [...pieces.keys()].filter((piece) => sharedArea(pieces[piece], rectangle) > 0);
  const worked = inside.map((piece) => pieces[piece]);
  const sticksOut = (piece) => sharedArea(piece, rectangle) < area(piece);
  if (inside.some((piece) => colours[piece] !== mover)) return { worked, clause: "crumble.join.own" };
  if (!isLegalShape(rectangle) || worked.some(sticksOut)) return { worked, clause: "crumble.join.outline" };
  if (worked.length < 2) return { worked, clause: "crumble.join.several" };
  return { worked, clause: null };
}

const joinOf = (worked, rectangle) => ({ line: "J", worked, made: [rectangle] });

function* joins(position) {
  const own = position.pieces.filter((_, piece) => position.colours[piece] === position.mover);
  for (const lowerLeft of own) {
    for (const upperRight of own) {
      const { x, y } = lowerLeft;
      const rectangle = { x, y, w: upperRight.x + upperRight.w - x, h: upperRight.y + upperRight.h - y };
      if (rectangle.w <= 0 || rectangle.h <= 0 || !isLegalShape(rectangle)) continue;
      const { worked, clause } = joinedPieces(position, rectangle);
      if (clause === null) yield joinOf(worked, rectangle);
    }
  }
}

// ---- The board after a cut or join, and walks on it ------------------------------------------------

function rebuild({ board, pieces, colours, mover }, { worked, made }) {
  const before = pieces.map((piece, i) => ({ piece, colour: colours[i] }));
  const kept = before.filter(({ piece }) => !worked.includes(piece));
  const all = [...kept, ...made.map((piece) => ({ piece, colour: mover }))];
  all.sort((a, b) => southThenWest(a.piece, b.piece));
  const arrangement = arrange(board, all.map(({ piece }) => piece));
  return {
    arrangement,
    colours: Buffer.from(all.map(({ colour }) => colour)),
    starts: made.map((piece) => arrangement.pieces.indexOf(piece)),
  };
}

// One step: the two pieces exchange colours, captures follow, and either player may have won.
function swapStep(arrangement, colours, from, to) {
  const after = Buffer.from(colours);
  after[from] = colours[to];
  after[to] = colours[from];
  capture(arrangement, after);
  return { at: to, colours: after, winner: winnerOf(arrangement, after) };
}

// One walk, a shortest one, for each distinct result of a cut or join; the first is no walk at all.
function* walks({ arrangement, colours, starts }, mover) {
  const results = new Set();
  for (const [made, start] of starts.entries()) {
    const known = new Set();
    const queue = [{ made, path: "", at: start, colours, winner: null }];
    for (const walk of queue) {
      const state = walk.colours.toString("latin1");
      const target = walk.at === start ? null : walk.at;
      const result = `${state}${walk.winner === null ? target : null}`; // a won position remembers no target
      if (!results.has(result)) {
        results.add(result);
        yield { ...walk, target };
      }
      if (walk.winner !== null || walk.colours[walk.at] !== mover) continue;
      arrangement.across[walk.at].forEach((to, direction) => {
        if (to < 0 || walk.colours[to] === mover) return;
        const step = swapStep(arrangement, walk.colours, walk.at, to);
        const key = `${step.colours.toString("latin1")}${to}`;
        if (known.has(key)) return;
        known.add(key);
        queue.push({ made, path: walk.path + COMPASS[direction], ...step });
      });
    }
  }
}

function followPath({ arrangement, colours, starts }, mover, made, path) {
  const start = starts[made];
  let walk = { at: start, colours, winner: null };
  for (const letter of path) {
    if (walk.winner !== null) throw new IllegalTurn("crumble.win.at-once");
    if (walk.colours[walk.at] !== mover) throw new IllegalTurn("crumble.walk.captured");
    const to = arrangement.across[walk.at][COMPASS.indexOf(letter)];
    if (to < 0) throw new IllegalTurn("crumble.swap.complete-side");
    if (walk.colours[to] === mover) throw new IllegalTurn("crumble.swap.opponent");
    walk = swapStep(arrangement, walk.colours, walk.at, to);
  }
  return { ...walk, target: walk.at === start ? null : walk.at };
}

// ---- The draw rule: same-target, shared, wholly ----------------------------------------------------

// The worked pieces of one turn never overlap, so the areas shared with them add up.
const descendsFrom = (piece, worked) =>
  worked.reduce((sum, ancestor) => sum + sharedArea(piece, ancestor), 0) === area(piece);

function remember(memory, worked, target) {
  if (target === null) return null;
  const recent = memory !== null && isSamePiece(memory.recent[0].target, target) ? memory.recent : [];
  const allDescendFrom = (turn) => worked.every((piece) => descendsFrom(piece, turn.worked));
  const isRenewal = recent.length === 4 && allDescendFrom(recent[1]) && allDescendFrom(recent[3]);
  const entry = { target, worked: [...worked].sort(southThenWest) };
  return { recent: [entry, ...recent].slice(0, 4), renewals: isRenewal ? memory.renewals + 1 : 0 };
}

// ---- Turns -----------------------------------------------------------------------------------------

function* distinctResults(position) {
  if (position.outcome !== null) return;
  for (const actions of [cuts, joins]) {
    for (const action of actions(position)) {
      const rebuilt = rebuild(position, action);
      for (const walk of walks(rebuilt, position.mover)) yield { action, walk, rebuilt };
    }
  }
}

function positionAfter({ board, mover, memory }, { action, walk, rebuilt }) {
  const { pieces } = rebuilt.arrangement;
  const target = walk.target === null ? null : pieces[walk.target];
  const remembered = walk.winner === null ? remember(memory, action.worked, target) : null;
  const outcome = outcomeOf(walk.winner, remembered);
  return { board, pieces, colours: walk.colours, mover: 1 - mover, memory: remembered, outcome };
}

function playTurn(position, turn) {
  if (position.outcome !== null) throw new IllegalTurn("crumble.turn.finished");
  const action = actionOf(position, turn);
  const rebuilt = rebuild(position, action);
  const walk = followPath(rebuilt, position.mover, turn.made, turn.path);
  return positionAfter(position, { action, walk, rebuilt });
}

// ---- Notation: travelling along the edges ----------------------------------------------------------

const pointKey = (x, y) => x * 2 ** 25 + y;

// For each corner point the next one to the east and to the north, where an edge leads there.
function edgeLinks(pieces) {
  const corners = pieces.flatMap(({ x, y, w, h }) => [[x, y], [x + w, y], [x, y + h], [x + w, y + h]]);
  const xsOnRow = new Map();
  const ysOnColumn = new Map();
  for (const [x, y] of corners) {
    if (!xsOnRow.has(y)) xsOnRow.set(y, new Set());
    if (!ysOnColumn.has(x)) ysOnColumn.set(x, new Set());
    xsOnRow.get(y).add(x);
    ysOnColumn.get(x).add(y);
  }
  const pointsWithin = (points, from, to) =>
    [...points].filter((point) => from <= point && point <= to).sort((a, b) => a - b);
  const links = { east: new Map(), north: new Map() };
  const linkAll = (link, points) =>
    points.slice(1).forEach((point, i) => link.set(pointKey(points[i].x, points[i].y), point));
  for (const { x, y, w, h } of pieces) {
    for (const row of [y, y + h]) {
      const xs = pointsWithin(xsOnRow.get(row), x, x + w);
      linkAll(links.east, xs.map((at) => ({ x: at, y: row })));
    }
    for (const column of [x, x + w]) {
      const ys = pointsWithin(ysOnColumn.get(column), y, y + h);
      linkAll(links.north, ys.map((at) => ({ x: column, y: at })));
    }
  }
  return links;
}

// East and north in turn from a point, as many intersections as the numbers say; null where no edge leads on.
function travel(links, from, numbers) {
  let point = from;
  for (const [leg, count] of numbers.entries()) {
    for (let step = 0; step < count && point; step++) {
      point = (leg % 2 === 0 ? links.east : links.north).get(pointKey(point.x, point.y));
    }
  }
  return point ?? null;
}

// The printed location of every corner point: fewest numbers, then the smallest. Each leg takes the points
// that the last one found, in the order of their numbers, and goes on from them; a zero can only come first.
function printedLocations(links) {
  const locations = new Map();
  const origin = { x: 0, y: 0 };
  let found = [];
  for (let count = 0, point = origin; point; count++, point = travel(links, origin, [count])) {
    found.push({ point, text: `${count}` });
  }
  for (let leg = 1; found.length > 0; leg++) {
    for (const { point, text } of found) locations.set(pointKey(point.x, point.y), text);
    const further = new Map();
    for (const { point, text } of found) {
      const next = leg % 2 === 0 ? links.east : links.north;
      let end = next.get(pointKey(point.x, point.y));
      for (let count = 1; end; count++, end = next.get(pointKey(end.x, end.y))) {
        const key = pointKey(end.x, end.y);
        if (locations.has(key) || further.has(key)) continue;
        further.set(key, { point: end, text: `${text},${count}` });
      }
    }
    found = [...further.values()];
  }
  return locations;
}

// ---- Notation: printing and reading turns ----------------------------------------------------------

function turnPrinter({ pieces }) {
  const links = edgeLinks(pieces);
  const locations = printedLocations(links);
  const countTo = (next, from, isThere) => {
    let count = 0;
    for (let point = from; !isThere(point); point = next.get(pointKey(point.x, point.y))) count++;
    return count;
  };
  return ({ action: { line, worked, made }, walk: { made: start, path } }) => {
    const { x, y, w, h } = made[0];
    const head = locations.get(pointKey(x, y)) + line;
    if (line === "J") {
      const east = countTo(links.east, { x, y }, (point) => point.x === x + w);
      const north = countTo(links.north, { x: x + w, y }, (point) => point.y === y + h);
      return `${head}${east},${north}${path}`;
    }
    const half = (line === "V" ? "WE" : "SN")[start % 2];
    const count = worked.length === 1 ? "" : `${worked.length}`;
    if (path === "") return head + count;
    if (count !== "") return `${head}${count}-${Math.floor(start / 2) + 1}${half}-${path}`;
    return path[0] === half ? head + path : `${head}${half}-${path}`;
  };
}

const LONGEST_TEXT = 4096;
const NUMBER = "(?:0|[1-9]\\d{0,5})";
const COUNT = "([1-9]\\d{0,8})";
const LOCATION = `(${NUMBER}(?:,${NUMBER})*)`;
const ONE_CUT = new RegExp(`^${LOCATION}([HV])(?:([NESW])(-?)([NESW]*))?\\+?$`);
const SEVERAL_CUT = new RegExp(`^${LOCATION}([HV])${COUNT}\\+?$`);
const SEVERAL_CUT_SWAP = new RegExp(`^${LOCATION}([HV])${COUNT}(?:-${COUNT})?([NESW])-?([NESW]+)\\+?$`);
const JOIN = new RegExp(`^${LOCATION}J(${NUMBER}(?:,${NUMBER})+)([NESW]*)\\+?$`);

const isHalf = (line, letter) => (line === "V" ? "WE" : "SN").includes(letter);
const halfIndex = (letter) => ("EN".includes(letter) ? 1 : 0);
const numbersOf = (location) => location.split(",").map(Number);

// Every meaning that the grammar gives a text: none if it is malformed, several only where one has lost its
// hyphen. A meaning is {location, line, count, corner, made, path}; made tells which of the new pieces walks.
function readTurn(text) {
  if (text.length > LONGEST_TEXT) return [];
  let match = JOIN.exec(text);
  if (match) {
    const [, location, corner, path] = match;
    return [{ location: numbersOf(location), line: "J", corner: numbersOf(corner), made: 0, path }];
  }
  match = SEVERAL_CUT.exec(text);
  if (match) return [cutMeaning(match, Number(match[3]), 0, "")];
  match = ONE_CUT.exec(text);
  if (match) {
    const [, , line, half, hyphen, rest] = match;
    if (half === undefined) return [cutMeaning(match, 1, 0, "")];
    if (!isHalf(line, half) || (hyphen === "-" && rest === "")) return [];
    return [cutMeaning(match, 1, halfIndex(half), hyphen === "-" ? rest : half + rest)];
  }
  match = SEVERAL_CUT_SWAP.exec(text);
  if (!match || !isHalf(match[2], match[5])) return [];
  const [, , , digits, second, half, path] = match;
  return (second === undefined ? splitsOf(digits) : [[Number(digits), Number(second)]])
    .filter(([count, which]) => which <= count)
    .map(([count, which]) => cutMeaning(match, count, 2 * (which - 1) + halfIndex(half), path));
}

const cutMeaning = ([, location, line], count, made, path) =>
  ({ location: numbersOf(location), line, count, made, path });

// "1211" is 121 and 1, or 12 and 11: the second number starts with no zero and is not the longer one.
function splitsOf(digits) {
  const splits = [];
  for (let at = digits.length - 1; at >= digits.length / 2 && at > digits.length - 16; at--) {
    if (digits[at] !== "0") splits.push([Number(digits.slice(0, at)), Number(digits.slice(at))]);
  }
  return splits;
}

// The cut or join that a turn as read means in a position.
function actionOf(position, { location, line, count, corner }) {
  const links = edgeLinks(position.pieces);
  const point = travel(links, { x: 0, y: 0 }, location);
  const first = position.pieces.findIndex(({ x, y }) => x === point?.x && y === point?.y);
  if (first < 0) throw new IllegalTurn("crumble.notation.location");
  if (line !== "J") {
    const { run, clause } = halvedRun(position, first, line, count);
    if (run.length < count) throw new IllegalTurn(clause);
    return cutOf(position, run, line);
  }
  const end = travel(links, point, corner);
  if (end === null || end.x === point.x || end.y === point.y) throw new IllegalTurn("crumble.notation.join");
  const rectangle = { x: point.x, y: point.y, w: end.x - point.x, h: end.y - point.y };
  const { worked, clause } = joinedPieces(position, rectangle);
  if (clause !== null) throw new IllegalTurn(clause);
  return joinOf(worked, rectangle);
}

// ---- What can be played, and what a text means -----------------------------------------------------

export function play(position, text) {
  const meanings = readTurn(text);
  if (meanings.length === 0) return { verdict: "malformed" };
  const legal = [];
  const broken = [];
  for (const turn of meanings) {
    try {
      legal.push({ turn, after: playTurn(position, turn) });
    } catch (error) {
      if (!(error instanceof IllegalTurn)) throw error;
      broken.push(error);
    }
  }
  if (legal.length === 0) throw broken[0];
  if (legal.length === 1) return { verdict: "legal", position: legal[0].after };
  const printTurn = turnPrinter(position);
  const means = legal.map(({ turn }) => printTurn({ action: actionOf(position, turn), walk: turn }));
  return { verdict: "ambiguous", means: means.sort() };
}

export function* turns(position) {
  let printTurn = (result) => (printTurn = turnPrinter(position))(result); // made when first asked for
  for (const result of distinctResults(position)) {
    yield { position: positionAfter(position, result), text: () => printTurn(result) };
  }
}

// ---- JSON form -------------------------------------------------------------------------------------

function printNumber(grains) {
  let [numerator, denominator] = [grains, GRAIN];
  while (denominator > 1 && numerator % 2 === 0) [numerator, denominator] = [numerator / 2, denominator / 2];
  return denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
}

const printedPieces = new WeakMap(); // most pieces stand in many results
function printPiece(piece) {
  const { x, y, w, h } = piece;
  if (!printedPieces.has(piece)) printedPieces.set(piece, [x, y, w, h].map(printNumber));
  return printedPieces.get(piece);
}

const printMemory = ({ recent, renewals }) => ({
  recent: recent.map((turn) => ({ target: printPiece(turn.target), worked: turn.worked.map(printPiece) })),
  renewals,
});

export const print = ({ pieces, colours, memory }) => ({
  memory: memory === null ? null : printMemory(memory),
  pieces: pieces.map((piece, i) => [...printPiece(piece), sides[colours[i]]]),
});

function readNumber(text, at) {
  const match = typeof text === "string" && /^(0|[1-9]\d*)(?:\/([1-9]\d*))?$/.exec(text);
  const [numerator, denominator] = match ? [Number(match[1]), Number(match[2] ?? 1)] : [];
  const grains = numerator * (GRAIN / denominator);
  if (!Number.isSafeInteger(grains) || printNumber(grains) !== text) {
    refusePosition(`expected a fraction in lowest terms with a denominator 1, 2, 4, ... ${GRAIN}`, at);
  }
  return grains;
}

function readPiece(board, list, at) {
  const [x, y, w, h] = list.slice(0, 4).map((text, i) => readNumber(text, `${at}/${i}`));
  if (w === 0 || !isLegalShape({ w, h })) refusePosition("a piece is a square or a half-square", at);
  if (x + w > board.w || y + h > board.h) refusePosition("the piece lies partly outside the board", at);
  return { x, y, w, h };
}

function checkDisjoint(pieces, at) {
  const byRow = [...pieces].sort(southThenWest);
  byRow.forEach((piece, i) => {
    for (let j = i + 1; j < byRow.length && byRow[j].y < piece.y + piece.h; j++) {
      if (sharedArea(piece, byRow[j]) > 0) refusePosition(`pieces overlap at ${printPiece(byRow[j])}`, at);
    }
  });
}

function readPieceList(board, list, at) {
  checkList(list, 1, Infinity, at);
  const pieces = list.map((piece, i) => {
    checkList(piece, 4, 4, `${at}/${i}`);
    return readPiece(board, piece, `${at}/${i}`);
  });
  checkDisjoint(pieces, at);
  return pieces.sort(southThenWest);
}

function readMemory(board, memory, at) {
  if (memory === null) return null;
  checkKeys(memory, ["recent", "renewals"], at);
  checkList(memory.recent, 1, 4, `${at}/recent`);
  const recent = memory.recent.map((entry, i) => {
    checkKeys(entry, ["target", "worked"], `${at}/recent/${i}`);
    const [target] = readPieceList(board, [entry.target], `${at}/recent/${i}/target`);
    return { target, worked: readPieceList(board, entry.worked, `${at}/recent/${i}/worked`) };
  });
  if (!recent.every(({ target }) => isSamePiece(target, recent[0].target))) {
    refusePosition("the turns remembered have different targets", `${at}/recent`);
  }
  if (![0, 1, 2].includes(memory.renewals) || (memory.renewals > 0 && recent.length < 4)) {
    refusePosition("renewals are 0, or after four remembered turns 0 to 2", `${at}/renewals`);
  }
  return { recent, renewals: memory.renewals };
}

export function read(board, _, json, mover) {
  checkList(json.pieces, 1, Infinity, "/pieces");
  const all = json.pieces.map((piece, i) => {
    checkList(piece, 5, 5, `/pieces/${i}`);
    checkOneOf(piece[4], sides, `/pieces/${i}/4`);
    return { piece: readPiece(board, piece, `/pieces/${i}`), colour: sides.indexOf(piece[4]) };
  });
  all.sort((a, b) => southThenWest(a.piece, b.piece));
  const pieces = all.map(({ piece }) => piece);
  const colours = Buffer.from(all.map(({ colour }) => colour));
  checkDisjoint(pieces, "/pieces");
  if (pieces.reduce((sum, piece) => sum + area(piece), 0) !== area(board)) {
    refusePosition("the pieces do not cover the board", "/pieces");
  }
  const arrangement = arrange(board, pieces);
  if (enclosedPieces(arrangement, colours).length > 0) {
    refusePosition("an enclosed group stands uncaptured", "/pieces");
  }
  const memory = readMemory(board, json.memory, "/memory");
  const winner = winnerOf(arrangement, colours);
  if (memory !== null && winner !== null) refusePosition("a won position remembers nothing", "/memory");
  return { board, pieces, colours, mover, memory, outcome: outcomeOf(winner, memory) };
}
