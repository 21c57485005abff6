// A bridge to a game written for the browser: its scripts are loaded into Node's vm, where the page answers nothing.
//
// Edit the table; below it nothing knows your game. What is there now is for a Splinter page. The scripts are trusted
// like any program that you start: vm keeps names apart and is no sandbox.

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

export const NAME = "my game, from its page", VERSION = "1";
export const GAME = "@GAME@", BOARDS = ["@BOARD@"], READINGS = {};
// In the order of the page, from the folder of this file.
const SCRIPTS = ["game.js"];
// In the words of the scripts: a new game; a turn, told by MOVE, which gives false or throws if it may not be played;
// all that can be played; all that shows the position.
const BEGIN = "newGame()", PLAY = "play(MOVE)", MOVES = "allMoves()", SHOW = "({ squares, turn, winner })";

// A turn of the spec, as the game's functions take it.
function moveOf(turn) {
  const [, from, direction, keep] = /^([a-z]\d+)([NSEW]+)(?:=([a-z]\d+))?$/.exec(turn) ?? [];
  return from && { from, direction, keep };
}

// What the game gives for a turn, as the spec writes it.
const turnOf = ({ from, direction, keep }) => `${from}${direction}${keep ? `=${keep}` : ""}`;

// What SHOW gives, as protocol.md writes positions; and the outcome. Here squares are { d4: "blue cross", ... }.
function positionOf({ squares, turn, winner }) {
  const pieces = Object.entries(squares).map(([square, piece]) => [square, ...piece.split(" ")]);
  const outcome = winner === null ? null : { winner: winner === "draw" ? null : winner };
  return [{ game: GAME, board: BOARDS[0], pieces, to_move: turn }, outcome];
}

// From here on there is nothing to edit.

export const HELLO = {
  can: ["apply", "turns"], from: ["start"], turns_from: ["start"], refusals: "one", texts: "lenient",
};

// What the bridge does not cover: the question is skipped.
export class NotWritten extends Error {}

// No position can be set up here, so that none is bad.
export class BadPosition extends Error {}

// Stands for every part of the page: it may be called, made, set and asked for parts of its own, and shows nothing.
const nothing = new Proxy(function () {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => "";
    if (name === Symbol.iterator) return () => [].values();
    return name === "then" ? undefined : nothing;
  },
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});
const OF_A_PAGE = ["document", "navigator", "location", "localStorage", "sessionStorage", "history", "screen", "Image",
  "Audio", "addEventListener", "removeEventListener", "setTimeout", "setInterval", "clearTimeout", "clearInterval",
  "requestAnimationFrame", "matchMedia", "getComputedStyle", "fetch", "alert", "HTMLElement", "customElements"];

const page = createContext(Object.fromEntries(OF_A_PAGE.map((name) => [name, nothing])));
Object.assign(page, { window: page, self: page, console: { ...console, log: console.error, info: console.error } });
for (const script of SCRIPTS) {
  runInContext(readFileSync(new URL(script, import.meta.url), "utf8"), page, { filename: script });
}

// What some code gives, as plain values of ours.
function run(code, move) {
  const text = JSON.stringify(runInContext(code, Object.assign(page, { MOVE: move })));
  return text === undefined ? undefined : JSON.parse(text);
}

// The moves that lead to a position given out, and its outcome.
const known = new WeakMap();
let played = null;

// The position after some moves, or null if the game refuses one: it begins anew unless it need only go on.
function after(moves) {
  if (!played || played.some((move, at) => move !== moves[at])) {
    run(BEGIN);
    played = [];
  }
  for (const move of moves.slice(played.length)) {
    if (!takes(JSON.parse(move))) {
      played = null;
      return null;
    }
    played.push(move);
  }
  const [position, outcome] = positionOf(run(SHOW));
  known.set(position, { moves, outcome });
  return position;
}

function takes(move) {
  try {
    return run(PLAY, move) !== false;
  } catch {
    return false;
  }
}

export const start = () => after([]);

export function apply(board, readings, position, turn) {
  const move = moveOf(turn);
  const reached = move ? after([...known.get(position).moves, JSON.stringify(move)]) : null;
  if (!reached) return { verdict: "illegal" };
  return { verdict: "legal", position: reached, outcome: known.get(reached).outcome };
}

export function turns(board, readings, position) {
  const { moves } = known.get(position);
  after(moves);
  return run(MOVES).map((move) => {
    const reached = after([...moves, JSON.stringify(move)]);
    return { turn: turnOf(move), position: reached, outcome: known.get(reached).outcome };
  });
}
