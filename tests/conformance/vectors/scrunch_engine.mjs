// An engine for read_vectors.mjs: it answers what becomes of a position in Scrunch after a turn, and nothing else.
// MISTAKEN=yes in the environment: it takes an egg beside a friend for no turn at all.

import { IllegalTurn } from "../../engines/adapter.mjs";
import * as scrunch from "../../engines/scrunch.mjs";

const defaults = Object.fromEntries(Object.entries(scrunch.readings).map(([id, [first]]) => [id, first]));

export function answer({ game, board: name, readings, do: command, position: json, turn, turns }) {
  if (game !== "scrunch" || command !== "apply") return null;
  const board = scrunch.boardOf(name);
  const chosen = { ...defaults, ...readings };
  let position = json ? scrunch.read(board, chosen, json, scrunch.sides.indexOf(json.to_move)) : scrunch.start(board, chosen);
  for (const [at, text] of (turns ?? [turn]).entries()) {
    const said = play(position, text);
    if (said.verdict !== "legal") return turns ? { ...said, at } : said;
    position = said.position;
  }
  const { mover, outcome } = position;
  const printed = { ...scrunch.print(position), game, board: name, to_move: scrunch.sides[mover] };
  return { verdict: "legal", position: printed, outcome };
}

function play(position, text) {
  try {
    return scrunch.play(position, text);
  } catch (error) {
    if (!(error instanceof IllegalTurn)) throw error;
    return { verdict: process.env.MISTAKEN && error.clause === "scrunch.creation.egg" ? "malformed" : "illegal" };
  }
}
