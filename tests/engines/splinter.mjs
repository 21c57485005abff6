// Splinter: the rules in plain JavaScript, written for reading and not for speed.
//
// A square is an index: column after column from the left, each from the bottom. A position is
// {board, readings, pieces, memory, mover, outcome}: for each square its piece {side, kind} (side 0 blue, 1 white)
// or null, what the rule against returning remembers, the side to move, and who has won. The memory is a list of
// [now, before], two squares of a piece that the last turn moved.

import { IllegalTurn, checkList, checkOneOf, refusePosition } from "./adapter.mjs";

export const sides = ["blue", "white"];
export const boards = ["2x4..26x26", "5x2..26x3"]; // those on which both sides begin with a piece of each kind
export const readings = {
  "splinter.both-out": ["same-turn", "push-first"],
  "splinter.no-return": ["any-piece", "moved-piece", "whole-position"],
  "splinter.passing": ["forbidden", "allowed"],
  "splinter.step-off": ["allowed", "forbidden"],
  "splinter.tie": ["keep-one", "remove-one"],
};

const KINDS = ["square", "cross", "circle"];
const COMPASS = { N: [0, 1], NE: [1, 1], E: [1, 0], SE: [1, -1], S: [0, -1], SW: [-1, -1], W: [-1, 0], NW: [-1, 1] };
const START = ["bo wo bo wo bo wo", "wo bx wx bx wx bo", "bo ws bs ws bs wo", "wo bx wx bx wx bo", "bo wo bo wo bo wo"];

const reading = (position, name) => position.readings[`splinter.${name}`];

// ---- The board -------------------------------------------------------------------------------------

export function boardOf(name) {
  const [, columns, rows] = /^([1-9]\d?)x([1-9]\d?)$/.exec(name)?.map(Number) ?? [];
  const isWithin = (least, most) => columns >= least[0] && rows >= least[1] && columns <= most[0] && rows <= most[1];
  if (!isWithin([2, 4], [26, 26]) && !isWithin([5, 2], [26, 3])) return null;
  const squareAt = (column, row) =>
    column >= 0 && column < columns && row >= 0 && row < rows ? column * rows + row : null;
  const squares = [];
  const ahead = Object.fromEntries(Object.keys(COMPASS).map((direction) => [direction, []]));
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      squares.push(`${String.fromCharCode(97 + column)}${row + 1}`);
      for (const [direction, [east, north]] of Object.entries(COMPASS)) {
        ahead[direction].push(squareAt(column + east, row + north)); // null is off the board
      }
    }
  }
  return { columns, rows, squares, squareOf: new Map(squares.map((square, i) => [square, i])), squareAt, ahead };
}

// The block stands in the middle; what a small board has no room for is left out.
export function start(board, chosen) {
  const west = Math.floor((board.columns - 6) / 2);
  const south = Math.floor((board.rows - 5) / 2);
  const pieces = board.squares.map(() => null);
  for (const [row, line] of START.toReversed().entries()) {
    for (const [column, [side, kind]] of line.split(" ").entries()) {
      const square = board.squareAt(west + column, south + row);
      if (square !== null) pieces[square] = { side: "bw".indexOf(side), kind: KINDS["sxo".indexOf(kind)] };
    }
  }
  return { board, readings: chosen, pieces, memory: [], mover: 0, outcome: null };
}

const squaresWith = (pieces, isMeant) =>
  [...pieces.keys()].filter((square) => pieces[square] && isMeant(pieces[square]));

// ---- Slides ----------------------------------------------------------------------------------------

// A piece slides and pushes what lies ahead: {pieces, moved}, with [now, before] for each, the sliding piece first.
function slide({ board, pieces }, from, direction) {
  const ahead = board.ahead[direction];
  const moved = [];
  for (let at = from; at !== null && pieces[at]; at = ahead[at]) moved.push([ahead[at], at]);
  const after = pieces.slice();
  for (const [, before] of moved) after[before] = null;
  for (const [now, before] of moved) if (now !== null) after[now] = pieces[before];
  return { pieces: after, moved };
}

// The clause that forbids a slide, or null.
function barToSlide(position, moved) {
  const [now] = moved[0];
  if (now === null && reading(position, "step-off") === "forbidden") return "splinter.step-off";
  const bound = reading(position, "no-return") === "any-piece" ? moved : moved.slice(0, 1);
  const returns = ([to, from]) => position.memory.some(([now, before]) => from === now && to === before);
  return bound.some(returns) ? "splinter.slide.return" : null;
}

// ---- Groups ----------------------------------------------------------------------------------------

// Pieces of both sides that hang together by sides or corners, in the order of their smallest squares.
function groupsOf({ ahead }, pieces) {
  const seen = new Set();
  const groups = [];
  const around = Object.values(ahead);
  for (const first of squaresWith(pieces, () => true)) {
    if (seen.has(first)) continue;
    const group = new Set([first]);
    for (const square of group) {
      for (const next of around) {
        const other = next[square];
        if (other !== null && pieces[other]) group.add(other);
      }
    }
    for (const square of group) seen.add(square);
    groups.push(group);
  }
  return groups;
}

function largest(groups) {
  const most = Math.max(...groups.map((group) => group.size));
  return groups.filter((group) => group.size === most);
}

// The groups that compete to stay after a slide; all pieces together where nothing splinters any more.
function contenders(position, { pieces }) {
  if (isOverAtOnce(position, pieces)) return [new Set(squaresWith(pieces, () => true))];
  return largest(groupsOf(position.board, pieces));
}

function splinter(position, { pieces }, groups, named) {
  const stays = reading(position, "tie") === "keep-one"; // whether the group that is named stays, or goes
  const kept = groups.filter((group) => named === null || group.has(named) === stays);
  return pieces.map((piece, square) => (kept.some((group) => group.has(square)) ? piece : null));
}

// ---- The end of the game ---------------------------------------------------------------------------

const isOut = (pieces, side) =>
  KINDS.some((kind) => !pieces.some((piece) => piece?.side === side && piece.kind === kind));

const isOverAtOnce = (position, pieces) =>
  reading(position, "both-out") === "push-first" && (isOut(pieces, 0) || isOut(pieces, 1));

function outcomeOf(pieces) {
  const out = [0, 1].filter((side) => isOut(pieces, side));
  if (out.length === 0) return null;
  if (out.length === 1) return { winner: sides[1 - out[0]], clause: "splinter.win.type-out" };
  const [blue, white] = [0, 1].map((side) => squaresWith(pieces, (piece) => piece.side === side).length);
  if (blue === white) return { winner: null, clause: "splinter.win.even" };
  return { winner: sides[blue > white ? 0 : 1], clause: "splinter.win.both-out" };
}

// ---- Turns -----------------------------------------------------------------------------------------

function positionAfter(position, slid, groups, named) {
  const { board, readings: chosen, mover } = position;
  const pieces = splinter(position, slid, groups, named);
  const outcome = outcomeOf(pieces);
  const removed = squaresWith(position.pieces, () => true).length - squaresWith(pieces, () => true).length;
  const memory = outcome === null ? remember(position, pieces, slid.moved, removed) : [];
  return { board, readings: chosen, pieces, memory, mover: 1 - mover, outcome };
}

// What the opponent of the mover has to remember of the pieces that were moved and still stand.
function remember(position, pieces, moved, removed) {
  const standing = moved.filter(([now]) => now !== null && pieces[now]);
  const theirs = standing.filter(([now]) => pieces[now].side !== position.mover);
  const foremost = moved.at(-1);
  switch (reading(position, "no-return")) {
    case "any-piece": return sorted(standing);
    case "moved-piece": return sorted(theirs);
    case "whole-position": return removed === 0 && theirs.includes(foremost) ? [foremost] : [];
  }
}

const sorted = (pairs) => [...pairs].sort(([a], [b]) => a - b);

export function* turns(position) {
  if (position.outcome !== null) return;
  const seen = new Set();
  for (const from of squaresWith(position.pieces, ({ side }) => side === position.mover)) {
    for (const direction in COMPASS) {
      const slid = slide(position, from, direction);
      if (barToSlide(position, slid.moved) !== null) continue;
      const groups = contenders(position, slid);
      for (const named of choices(groups)) {
        const after = positionAfter(position, slid, groups, named);
        const result = JSON.stringify(print(after));
        if (seen.has(result)) continue;
        seen.add(result);
        yield { position: after, text: () => printTurn(position, from, direction, named) };
      }
    }
  }
  if (mayPass(position)) yield { position: passed(position), text: () => "pass" };
}

const mayPass = (position) => reading(position, "passing") === "allowed";
const passed = (position) => ({ ...position, memory: [], mover: 1 - position.mover });

// What the mover can name: the smallest square of each group in a tie, or nothing.
const choices = (groups) => (groups.length > 1 ? groups.map((group) => Math.min(...group)) : [null]);

// ---- Playing a turn from its text ------------------------------------------------------------------

const SQUARE = "([a-z][1-9]\\d?)";
const TURN = new RegExp(`^${SQUARE}([NS][EW]?|[EW])(?:([=x])${SQUARE})?$`);

const signOf = (position) => (reading(position, "tie") === "keep-one" ? "=" : "x");

function printTurn(position, from, direction, named) {
  const { squares } = position.board;
  return `${squares[from]}${direction}${named === null ? "" : signOf(position) + squares[named]}`;
}

// The clause that forbids to name a square, or null.
function barToChoice(position, groups, sign, name) {
  const { squareOf } = position.board;
  if (groups.length === 1) return "splinter.group.tie";
  if (!squareOf.has(name)) return "splinter.notation.square";
  if (!groups.some((group) => group.has(squareOf.get(name)))) return "splinter.group.tie";
  return sign === signOf(position) ? null : "splinter.tie";
}

export function play(position, text) {
  const isPass = text === "pass" && mayPass(position);
  const match = TURN.exec(text);
  if (match === null && !isPass) return { verdict: "malformed" };
  if (position.outcome !== null) throw new IllegalTurn("splinter.turn.finished");
  if (isPass) return { verdict: "legal", position: passed(position) };
  const [, fromName, direction, sign, choice] = match;
  const { squareOf } = position.board;
  if (!squareOf.has(fromName)) throw new IllegalTurn("splinter.notation.square");
  const from = squareOf.get(fromName);
  if (position.pieces[from]?.side !== position.mover) throw new IllegalTurn("splinter.turn.own");
  const slid = slide(position, from, direction);
  const groups = contenders(position, slid);
  const bar = barToSlide(position, slid.moved) ?? (choice && barToChoice(position, groups, sign, choice));
  if (bar) throw new IllegalTurn(bar);
  if (choice === undefined && groups.length > 1) {
    return { verdict: "ambiguous", means: choices(groups).map((named) => printTurn(position, from, direction, named)) };
  }
  const named = choice === undefined ? null : squareOf.get(choice);
  return { verdict: "legal", position: positionAfter(position, slid, groups, named) };
}

// ---- JSON form -------------------------------------------------------------------------------------

export function print({ board, pieces, memory }) {
  const all = squaresWith(pieces, () => true);
  return {
    memory: memory.map((pair) => pair.map((square) => board.squares[square])),
    pieces: all.map((square) => [board.squares[square], sides[pieces[square].side], pieces[square].kind]),
  };
}

export function read(board, chosen, json, mover) {
  const pieces = readPieces(board, json.pieces);
  const position = { board, readings: chosen, pieces, mover, outcome: outcomeOf(pieces) };
  if (!mayStand(position)) refusePosition("the pieces are not one group", "/pieces");
  checkList(json.memory, 0, Infinity, "/memory");
  const memory = json.memory.map((pair, i) => {
    checkList(pair, 2, 2, `/memory/${i}`);
    return pair.map((text, j) => readSquare(board, text, `/memory/${i}/${j}`));
  });
  if (!canRemember(position, memory)) refusePosition("no turn is remembered like this", "/memory");
  return { ...position, memory };
}

function readSquare(board, text, at) {
  if (!board.squareOf.has(text)) refusePosition("expected a square of this board", at);
  return board.squareOf.get(text);
}

function readPieces(board, list) {
  checkList(list, 1, board.squares.length, "/pieces");
  const pieces = board.squares.map(() => null);
  let last = -1;
  for (const [i, entry] of list.entries()) {
    checkList(entry, 3, 3, `/pieces/${i}`);
    const [text, side, kind] = entry;
    const square = readSquare(board, text, `/pieces/${i}/0`);
    checkOneOf(side, sides, `/pieces/${i}/1`);
    checkOneOf(kind, KINDS, `/pieces/${i}/2`);
    if (square <= last) refusePosition("squares are listed in order, once each", `/pieces/${i}/0`);
    pieces[square] = { side: sides.indexOf(side), kind };
    last = square;
  }
  return pieces;
}

function mayStand(position) {
  const groups = groupsOf(position.board, position.pieces);
  const isEven = largest(groups).length === groups.length;
  return groups.length === 1 || isOverAtOnce(position, position.pieces)
    || (reading(position, "tie") === "remove-one" && isEven);
}

// A memory must be just what some slide of the opponent, along the line of its pairs, would have left.
function canRemember(position, memory) {
  if (memory.length === 0) return true;
  if (position.outcome !== null) return false;
  return Object.keys(COMPASS).some((direction) => {
    const moved = movedAlong(position, memory, direction);
    if (moved === null) return false;
    const left = remember({ ...position, mover: 1 - position.mover }, position.pieces, moved, 0);
    return JSON.stringify(left) === JSON.stringify(memory);
  });
}

// The pairs of a slide in a direction, up to the last one remembered; null if no opponent can have made it.
function movedAlong({ board, pieces, mover }, memory, direction) {
  const ahead = board.ahead[direction];
  if (memory.some(([now, before]) => ahead[before] !== now)) return null;
  const isRising = ahead[memory[0][1]] > memory[0][1]; // along a line squares only rise, or only fall
  const moved = [isRising ? memory.at(-1) : memory[0]];
  for (let [, square] = moved[0]; pieces[square]; [, square] = moved[0]) {
    const behind = ahead.indexOf(square);
    if (behind < 0) return null;
    moved.unshift([square, behind]);
  }
  return pieces[moved[0][0]]?.side === 1 - mover ? moved : null;
}
