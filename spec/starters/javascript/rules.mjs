// Your rules go here: three functions, each of which says that it is not written until it is.

export const NAME = "my engine", VERSION = "1";
export const GAME = "@GAME@";
// Every board that is played, each by its name: no ranges. A loop may make the list.
export const BOARDS = ["@BOARD@"];
export const READINGS = {};
// What hello says. Turns are refused by "kinds" (illegal, malformed, ambiguous), with "one" word, or not ("none").
export const HELLO = { can: ["apply", "turns"], from: ["start", "position"], refusals: "one" };

// What the rules here do not cover yet: the question is skipped.
export class NotWritten extends Error {}

// A position that breaks its format or the rules.
export class BadPosition extends Error {}

// The opening position, as spec/protocol.md writes positions of the game.
export function start(board, readings) {
  throw new NotWritten("the opening is not written yet");
}

// What becomes of a position: { verdict: "legal", position, outcome: null }, or { verdict: "illegal" };
// where refusals is "kinds" also "malformed", and "ambiguous" with "means".
export function apply(board, readings, position, turn) {
  throw new NotWritten("turns are not played yet");
}

// All that can be played: { turn, position, outcome }, one for each result.
export function turns(board, readings, position) {
  throw new NotWritten("turns are not listed yet");
}
