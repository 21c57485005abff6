// Scrunch: the rules in plain JavaScript, written for reading and not for speed.
//
// A cell is an index into board.cells: row after row from the bottom, each from the left. A position is
// {board, readings, stones, creating, mover, outcome}: for each cell the side of its stone (0 dark, 1 light) or
// null, for each side whether it is still in creation, the side to move, and who has won. In the middle of a turn
// the same object stands for the moment; only its stones and phases have moved on.

import { IllegalTurn, checkList, refusePosition } from "./adapter.mjs";

export const sides = ["dark", "light"];
export const boards = ["2..10"];
export const readings = {
  "scrunch.creation-end": ["own-growth", "own-growth-or-full"],
  "scrunch.first-count": ["limited", "exempt"],
  "scrunch.first-wriggle": ["full-turn", "bare-placement"],
  "scrunch.forced-removal": ["ends-creation", "stays"],
  "scrunch.isolated": ["from-own", "from-all"],
  "scrunch.loops": ["allowed", "forbidden"],
  "scrunch.removal-count": ["after-removal", "before-removal"],
  "scrunch.removal-ends-turn": ["yes", "then-wriggle"],
  "scrunch.removal-scope": ["smallest", "any-dead"],
  "scrunch.shut-out": ["pass", "loses"],
  "scrunch.snake-count": ["before-placement", "after-placement"],
  "scrunch.stuck-creator": ["remove", "pass", "loses-all"],
  "scrunch.tied-death": ["all-stuck", "each-stuck"],
};

const reading = (moment, name) => moment.readings[`scrunch.${name}`];

// ---- The board -------------------------------------------------------------------------------------

// Slants run up to the left: a cell has the same slant as its neighbour to the upper right.
const AROUND = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]]; // rows up, slants to the right; in order of cells

export function boardOf(name) {
  if (!/^([2-9]|10)$/.test(name)) return null;
  const side = Number(name);
  const cells = [];
  const at = new Map();
  for (let row = 0; row < 2 * side - 1; row++) {
    const length = side + Math.min(row, 2 * side - 2 - row);
    for (let column = 0; column < length; column++) {
      const slant = column - Math.min(row, side - 1);
      at.set(`${row},${slant}`, cells.length);
      cells.push({ name: `${String.fromCharCode(97 + row)}${column + 1}`, row, slant });
    }
  }
  const around = ({ row, slant }) => AROUND.map(([up, right]) => at.get(`${row + up},${slant + right}`));
  return {
    cells: cells.map((cell) => cell.name),
    cellOf: new Map(cells.map((cell, i) => [cell.name, i])),
    neighbours: cells.map((cell) => around(cell).filter((other) => other !== undefined)),
  };
}

export function start(board, chosen) {
  const stones = board.cells.map(() => null);
  return { board, readings: chosen, stones, creating: [true, true], mover: 0, outcome: null };
}

function put(moment, cells, stone) {
  const stones = moment.stones.slice();
  for (const cell of cells) stones[cell] = stone;
  return { ...moment, stones };
}

const place = (moment, cell) => put(moment, [cell], moment.mover);
const move = (moment, from, to) => place(put(moment, [from], null), to);

// ---- Snakes ----------------------------------------------------------------------------------------

const isOwn = ({ stones, mover }, cell) => stones[cell] === mover;
const isEmpty = ({ stones }, cell) => stones[cell] === null;
const ownStones = ({ stones, mover }) => [...stones.keys()].filter((cell) => stones[cell] === mover);
const friends = (moment, cell) => moment.board.neighbours[cell].filter((other) => isOwn(moment, other));
const inOrder = (cells) => cells.sort((a, b) => a - b);

function snakeAt(moment, stone) {
  const snake = new Set([stone]);
  for (const cell of snake) for (const friend of friends(moment, cell)) snake.add(friend);
  return inOrder([...snake]);
}

// The snakes of the side to move, in the order of their smallest cells.
function snakesOf(moment) {
  const seen = new Set();
  const snakes = [];
  for (const stone of ownStones(moment)) {
    if (seen.has(stone)) continue;
    snakes.push(snakeAt(moment, stone));
    for (const cell of snakes.at(-1)) seen.add(cell);
  }
  return snakes;
}

function smallestSnakes(moment) {
  const snakes = snakesOf(moment);
  const least = Math.min(...snakes.map((snake) => snake.length));
  return snakes.filter((snake) => snake.length === least);
}

const isMutant = (moment, stone) => friends(moment, stone).length > 2;

// As in any graph: there is a loop as soon as there are too many links for that many stones and snakes.
function hasLoop(moment) {
  const stones = ownStones(moment);
  const links = stones.reduce((sum, stone) => sum + friends(moment, stone).length, 0) / 2;
  return links > stones.length - snakesOf(moment).length;
}

// ---- Creation --------------------------------------------------------------------------------------

const isCreating = ({ creating, mover }) => creating[mover];

function endCreation(moment) {
  return { ...moment, creating: moment.creating.map((still, side) => still && side !== moment.mover) };
}

function isIsolated(moment, cell) {
  const isFar = reading(moment, "isolated") === "from-all" ? isEmpty : (_, other) => !isOwn(moment, other);
  return isEmpty(moment, cell) && moment.board.neighbours[cell].every((other) => isFar(moment, other));
}

const isolatedCells = (moment) => [...moment.stones.keys()].filter((cell) => isIsolated(moment, cell));

function layEgg(moment, cell) {
  const after = place(moment, cell);
  const isLast = reading(moment, "creation-end") === "own-growth-or-full" && isolatedCells(after).length === 0;
  return isLast ? endCreation(after) : after;
}

// ---- Growth and movement ---------------------------------------------------------------------------

const isBare = (moment) => isCreating(moment) && reading(moment, "first-wriggle") === "bare-placement";

function mostSnakes(moment, grown) {
  if (isCreating(moment) && reading(moment, "first-count") === "exempt") return Infinity;
  if (reading(moment, "snake-count") === "after-placement") return snakesOf(grown).length;
  return moment.counted ?? snakesOf(moment).length;
}

// The clause that the stones break after a growth, or null. Only beside a new stone can a mutant have come up.
function flaw(after, news, most) {
  const changed = news.flatMap((stone) => [stone, ...friends(after, stone)]);
  if (changed.some((stone) => isOwn(after, stone) && isMutant(after, stone))) return "scrunch.growth.cure";
  if (reading(after, "loops") === "forbidden" && hasLoop(after)) return "scrunch.loops";
  if (snakesOf(after).length > most) return "scrunch.growth.count";
  return null;
}

// Every growth with its stone placed beside one of some snakes: {placed, moved, after}, in order.
function* growthsBeside(moment, snakes) {
  const beside = snakes.flat().flatMap((cell) => moment.board.neighbours[cell]);
  const empty = new Set(beside.filter((cell) => isEmpty(moment, cell)));
  for (const placed of inOrder([...empty])) yield* growthsAt(moment, placed);
}

function* growthsAt(moment, placed) {
  const grown = place(moment, placed);
  const most = mostSnakes(moment, grown);
  if (isBare(moment)) {
    if (flaw(grown, [placed], most) === null) yield { placed, moved: null, after: grown };
    return;
  }
  for (const from of snakeAt(grown, placed)) {
    if (from === placed) continue;
    for (const to of moment.board.neighbours[from]) {
      if (!isEmpty(grown, to)) continue;
      const after = move(grown, from, to);
      if (flaw(after, [placed, to], most) === null) yield { placed, moved: [from, to], after };
    }
  }
}

const growths = (moment) => growthsBeside(moment, smallestSnakes(moment));
const canGrow = (moment, snake) => !growthsBeside(moment, [snake]).next().done;

// ---- Death and removal -----------------------------------------------------------------------------

const isStuck = (moment) => !smallestSnakes(moment).some((snake) => canGrow(moment, snake));

// The clause that forbids the side to move to remove anything, or null.
function barToRemoval(moment) {
  if (isCreating(moment) && isolatedCells(moment).length > 0) return "scrunch.death.creator";
  if (isCreating(moment) && reading(moment, "stuck-creator") === "pass") return "scrunch.stuck-creator";
  return null;
}

function mayBeginRemoval(moment) {
  if (reading(moment, "tied-death") === "all-stuck" || losesAll(moment)) return isStuck(moment);
  return smallestSnakes(moment).some((snake) => !canGrow(moment, snake));
}

const mustGoOn = (moment) => ownStones(moment).length > 0 && isStuck(moment);

function removable(moment) {
  const snakes = reading(moment, "removal-scope") === "smallest" ? smallestSnakes(moment) : snakesOf(moment);
  return snakes.filter((snake) => !canGrow(moment, snake));
}

// In the middle of a turn `counted` is the number of snakes before it, if growth is held against that number.
const countsBefore = (moment) =>
  reading(moment, "removal-ends-turn") === "then-wriggle" && reading(moment, "removal-count") === "before-removal";

const losesAll = (moment) => isCreating(moment) && reading(moment, "stuck-creator") === "loses-all";

const loseAll = (moment) => endCreation(put(moment, ownStones(moment), null));

function remove(moment, snake) {
  const counted = countsBefore(moment) ? moment.counted ?? snakesOf(moment).length : undefined;
  const after = { ...put(moment, snake, null), counted };
  const isOver = ownStones(after).length === 0 || reading(moment, "forced-removal") === "ends-creation";
  return isOver ? endCreation(after) : after;
}

// Every way to remove snakes, {removed, after}: the first in order of those that leave the same stones.
function* removals(moment, removed = [], seen = new Set()) {
  if (losesAll(moment)) {
    yield { removed: ownStones(moment), after: loseAll(moment) };
    return;
  }
  for (const snake of removable(moment)) {
    const after = remove(moment, snake);
    if (seen.has(after.stones.join())) continue;
    seen.add(after.stones.join());
    const all = [...removed, snake[0]];
    if (mustGoOn(after)) yield* removals(after, all, seen);
    else yield { removed: all, after };
  }
}

const growthIsDue = (moment) =>
  reading(moment, "removal-ends-turn") === "then-wriggle" && ownStones(moment).length > 0;

// ---- Turns -----------------------------------------------------------------------------------------
// A turn is {removed, placed, moved}: the smallest cell of each snake removed, a cell or null, [from, to] or null.

// Every legal turn with the moment at its end, {turn, after}; of turns with one result the first comes first.
function* legalTurns(position) {
  const eggs = isCreating(position) ? isolatedCells(position) : [];
  for (const placed of eggs) yield { turn: { removed: [], placed, moved: null }, after: layEgg(position, placed) };
  yield* growthTurns(position, []);
  if (barToRemoval(position) === null && ownStones(position).length > 0 && mayBeginRemoval(position)) {
    for (const { removed, after } of removals(position)) {
      if (growthIsDue(after)) yield* growthTurns(after, removed);
      else yield { turn: { removed, placed: null, moved: null }, after };
    }
  }
  if (mayPass(position)) yield { turn: { removed: [], placed: null, moved: null }, after: position };
}

function* growthTurns(moment, removed) {
  for (const { placed, moved, after } of growths(moment)) {
    yield { turn: { removed, placed, moved }, after: endCreation(after) };
  }
}

function mayPass(moment) {
  if (!isCreating(moment) || isolatedCells(moment).length > 0) return false;
  if (ownStones(moment).length === 0) return reading(moment, "shut-out") === "pass";
  return reading(moment, "stuck-creator") === "pass" && isStuck(moment);
}

const handOver = (moment) => judged({ ...moment, mover: 1 - moment.mover });
const judged = ({ counted, ...position }) => ({ ...position, outcome: outcomeOf(position) });

function outcomeOf(position) {
  const { stones, creating, mover } = position;
  const lost = [0, 1].find((side) => !creating[side] && !stones.includes(side));
  if (lost !== undefined) return { winner: sides[1 - lost], clause: "scrunch.end.last-snake" };
  const isShutOut = creating[mover] && !stones.includes(mover) && isolatedCells(position).length === 0;
  if (!isShutOut || reading(position, "shut-out") === "pass") return null;
  return { winner: sides[1 - mover], clause: "scrunch.shut-out" };
}

export function* turns(position) {
  if (position.outcome !== null) return;
  const seen = new Set();
  for (const { turn, after } of legalTurns(position)) {
    const result = `${after.stones.join()} ${after.creating}`;
    if (seen.has(result)) continue;
    seen.add(result);
    yield { position: handOver(after), text: () => printTurn(position.board, turn) };
  }
}

// ---- Playing a turn from its text ------------------------------------------------------------------

const LONGEST_TEXT = 4096;
const CELL = "([a-s](?:[1-9]|1\\d))";
const GROWTH = `${CELL}(?: ${CELL}-${CELL})?`;
const TURN = new RegExp(`^(?:pass|${GROWTH}|x((?: ${CELL})+)(?:; ${GROWTH})?)$`);

function printTurn({ cells }, { removed, placed, moved }) {
  const removal = removed.length > 0 ? `x ${removed.map((cell) => cells[cell]).join(" ")}` : null;
  const step = moved === null ? "" : ` ${cells[moved[0]]}-${cells[moved[1]]}`;
  const growth = placed === null ? null : `${cells[placed]}${step}`;
  return [removal, growth].filter((part) => part !== null).join("; ") || "pass";
}

// What a text says, in names of cells; null if it is malformed.
function readTurn(text) {
  const match = text.length <= LONGEST_TEXT ? TURN.exec(text) : null;
  if (match === null) return null;
  const [, egg, eggFrom, eggTo, removed, , placed = egg, from = eggFrom, to = eggTo] = match;
  return { removed: removed?.trim().split(" ") ?? [], placed: placed ?? null, moved: from ? [from, to] : null };
}

function cellNamed({ cellOf }, name) {
  if (!cellOf.has(name)) throw new IllegalTurn("scrunch.notation.cell");
  return cellOf.get(name);
}

export function play(position, text) {
  const names = readTurn(text);
  if (names === null) return { verdict: "malformed" };
  if (position.outcome !== null) throw new IllegalTurn("scrunch.turn.finished");
  const cell = (name) => cellNamed(position.board, name);
  const removed = names.removed.map(cell);
  const placed = names.placed && cell(names.placed);
  const moved = names.moved && names.moved.map(cell);
  return { verdict: "legal", position: handOver(momentAfter(position, { removed, placed, moved })) };
}

function momentAfter(position, { removed, placed, moved }) {
  if (removed.length > 0) {
    const after = playRemovals(position, removed);
    if (growthIsDue(after) !== (placed !== null)) throw new IllegalTurn("scrunch.removal-ends-turn");
    return placed === null ? after : endCreation(playGrowth(after, placed, moved));
  }
  if (placed === null) {
    if (!mayPass(position)) throw new IllegalTurn("scrunch.turn.no-pass");
    return position;
  }
  return moved === null ? playPlacement(position, placed) : endCreation(playGrowth(position, placed, moved));
}

// A stone without a movement: an egg, or a first growth where that is bare.
function playPlacement(position, placed) {
  if (!isEmpty(position, placed)) throw new IllegalTurn("scrunch.board.one-stone");
  if (!isCreating(position)) throw new IllegalTurn("scrunch.creation.over");
  if (isIsolated(position, placed)) return layEgg(position, placed);
  if (!isBare(position) || friends(position, placed).length === 0) throw new IllegalTurn("scrunch.creation.egg");
  return endCreation(playGrowth(position, placed, null));
}

function playGrowth(moment, placed, moved) {
  if (!isEmpty(moment, placed)) throw new IllegalTurn("scrunch.board.one-stone");
  if (isBare(moment) && moved !== null) throw new IllegalTurn("scrunch.first-wriggle");
  if (!isBare(moment) && moved === null) throw new IllegalTurn("scrunch.growth.both");
  const beside = friends(moment, placed);
  if (beside.length === 0) throw new IllegalTurn("scrunch.growth.place");
  const isBesideSmallest = smallestSnakes(moment).some((snake) => beside.some((stone) => snake.includes(stone)));
  if (!isBesideSmallest) throw new IllegalTurn("scrunch.growth.smallest");
  const grown = place(moment, placed);
  const after = moved === null ? grown : playMovement(grown, placed, moved);
  const news = moved === null ? [placed] : [placed, moved[1]];
  const broken = flaw(after, news, mostSnakes(moment, grown));
  if (broken !== null) throw new IllegalTurn(broken);
  return after;
}

function playMovement(grown, placed, [from, to]) {
  if (from === placed || !snakeAt(grown, placed).includes(from)) throw new IllegalTurn("scrunch.growth.move");
  if (!grown.board.neighbours[from].includes(to)) throw new IllegalTurn("scrunch.growth.step");
  if (!isEmpty(grown, to)) throw new IllegalTurn("scrunch.board.one-stone");
  return move(grown, from, to);
}

function playRemovals(position, removed) {
  const bar = barToRemoval(position);
  if (bar !== null) throw new IllegalTurn(bar);
  if (losesAll(position)) return playLossOfAll(position, removed);
  let moment = position;
  for (const [i, cell] of removed.entries()) {
    if (!isOwn(moment, cell)) throw new IllegalTurn("scrunch.death.which");
    if (i === 0 && !mayBeginRemoval(moment)) throw new IllegalTurn("scrunch.death.when");
    if (i > 0 && !mustGoOn(moment)) throw new IllegalTurn("scrunch.death.until");
    const snake = removable(moment).find((cells) => cells.includes(cell));
    if (snake === undefined) throw new IllegalTurn("scrunch.death.which");
    moment = remove(moment, snake);
  }
  if (mustGoOn(moment)) throw new IllegalTurn("scrunch.death.until");
  return moment;
}

function playLossOfAll(position, removed) {
  if (!removed.every((cell) => isOwn(position, cell))) throw new IllegalTurn("scrunch.death.which");
  if (!mayBeginRemoval(position)) throw new IllegalTurn("scrunch.death.when");
  const isAll = inOrder([...removed]).join() === ownStones(position).join();
  if (!isAll) throw new IllegalTurn("scrunch.stuck-creator");
  return loseAll(position);
}

// ---- JSON form -------------------------------------------------------------------------------------

export function print({ board, stones, creating }) {
  const stonesOf = (side) => board.cells.filter((_, cell) => stones[cell] === side);
  return { creating: sides.filter((_, side) => creating[side]), dark: stonesOf(0), light: stonesOf(1) };
}

export function read(board, chosen, json, mover) {
  checkList(json.creating, 0, 2, "/creating");
  const creating = sides.map((side) => json.creating.includes(side));
  const expected = sides.filter((_, side) => creating[side]);
  if (!expected.every((side, i) => side === json.creating[i]) || expected.length < json.creating.length) {
    refusePosition("expected the sides in creation, dark first", "/creating");
  }
  const position = { board, readings: chosen, stones: readStones(board, json), creating, mover };
  for (const side of [0, 1]) checkSide({ ...position, mover: side }, mover, `/${sides[side]}`);
  return judged(position);
}

function readStones(board, json) {
  const stones = board.cells.map(() => null);
  for (const [side, name] of sides.entries()) {
    checkList(json[name], 0, board.cells.length, `/${name}`);
    let last = -1;
    for (const [i, text] of json[name].entries()) {
      const cell = board.cellOf.get(text);
      if (cell === undefined) refusePosition("expected a cell of this board", `/${name}/${i}`);
      if (cell <= last) refusePosition("cells are listed in order, once each", `/${name}/${i}`);
      if (stones[cell] !== null) refusePosition(`${text} holds another stone`, `/${name}/${i}`);
      stones[cell] = side;
      last = cell;
    }
  }
  return stones;
}

// What the stones of one side may look like while another, or the same, is to move.
function checkSide(own, toMove, at) {
  const stones = ownStones(own);
  const isLost = stones.length === 0 && !isCreating(own);
  if (isLost && own.mover === toMove) refusePosition("a side without stones has lost, and is not to move", at);
  if (isCreating(own) && snakesOf(own).length < stones.length) refusePosition("in creation there are only eggs", at);
  if (stones.some((stone) => isMutant(own, stone))) refusePosition("a stone has more than two friends", at);
  if (reading(own, "loops") === "forbidden" && hasLoop(own)) refusePosition("there is a loop", at);
}
