// The adapter: the engine protocol, version 1, for any games. It knows the rules of none; Node 20, no packages.
//
// serve({name, version, language, games}) answers questions until `bye`. Each of the games, by name, is
//   sides                    the two sides, the one that moves first first
//   boards                   the boards it is played on, as `hello` announces them
//   readings                 for each reading the values it is played at, the default first
//   boardOf(name)            a board, or null if there is none of that name to play on
//   start(board, readings)   the opening position
//   read(board, readings, json, mover)   a position from its JSON form, or refusePosition()
//   print(position)          its JSON form, without game, board and to_move
//   play(position, text)     {verdict: "legal", position}, {verdict: "malformed"} or {verdict: "ambiguous", means};
//                            a turn against the rules throws IllegalTurn
//   turns(position)          {position, text()} for each distinct result, one by one
// A position is what the game makes of it; the adapter reads two fields only, `mover`, 0 or 1 for one of the
// sides, and `outcome`, null while the game goes on.

import { createInterface } from "node:readline";

const LINE_LIMIT = 8 * 2 ** 20; // characters of an answer
const IN_BATCH = ["apply", "turns", "count"]; // and these need a context

// ---- What a game says when it cannot go on ---------------------------------------------------------

export class IllegalTurn extends Error {
  constructor(clause) {
    super(clause);
    this.clause = clause;
  }
}

// No answer: the code is one of the protocol's list, the pointer counts from the question.
export function refuse(code, text, at = "") {
  throw Object.assign(new Error(text), { refusal: { code, text, at } });
}

export const refusePosition = (text, at) => refuse("bad-position", text, `/position${at}`);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export function checkKeys(value, keys, at) {
  if (isObject(value) && Object.keys(value).sort().join() === [...keys].sort().join()) return;
  refusePosition(`expected an object with ${keys.join(", ")}`, at);
}

export function checkList(value, minimum, maximum, at) {
  if (Array.isArray(value) && value.length >= minimum && value.length <= maximum) return;
  refusePosition(`expected a list of ${minimum} to ${maximum}`, at);
}

export function checkOneOf(value, values, at) {
  if (!values.includes(value)) refusePosition(`expected ${values.join(" or ")}`, at);
}

// ---- Contexts and positions ------------------------------------------------------------------------

function openContext(games, { game: gameName, board: boardName, readings = {} }) {
  if (!Object.hasOwn(games, gameName)) refuse("unsupported", "this game is not played here", "/game");
  if (typeof boardName !== "string") refuse("bad-question", "expected a text", "/board");
  const game = games[gameName];
  const board = game.boardOf(boardName);
  if (board === null) refuse("unsupported", `${boardName} is not among ${game.boards.join(", ")}`, "/board");
  const chosen = chooseReadings(game, readings);
  return { game, gameName, boardName, board, readings: chosen, start: game.start(board, chosen) };
}

function chooseReadings(game, named) {
  if (!isObject(named)) refuse("bad-question", "expected an object", "/readings");
  for (const [id, value] of Object.entries(named)) {
    if (Object.hasOwn(game.readings, id) && game.readings[id].includes(value)) continue;
    refuse("unsupported", `${id} is not read in that way here`, "/readings");
  }
  const defaults = Object.entries(game.readings).map(([id, [first]]) => [id, first]);
  return { ...Object.fromEntries(defaults), ...named };
}

const print = ({ game, gameName, boardName }, position) =>
  ({ board: boardName, game: gameName, to_move: game.sides[position.mover], ...game.print(position) });

function read(context, json) {
  const { game, board, readings } = context;
  checkKeys(json, Object.keys(print(context, context.start)), "");
  checkOneOf(json.game, [context.gameName], "/game");
  checkOneOf(json.board, [context.boardName], "/board");
  checkOneOf(json.to_move, game.sides, "/to_move");
  return game.read(board, readings, json, game.sides.indexOf(json.to_move));
}

// ---- Answers ---------------------------------------------------------------------------------------

function play({ game }, position, text, at) {
  if (typeof text !== "string") refuse("bad-question", "expected a text", at);
  try {
    return game.play(position, text);
  } catch (error) {
    if (!(error instanceof IllegalTurn)) throw error;
    return { verdict: "illegal", clause: error.clause };
  }
}

function printVerdict(context, { position, ...rest }) {
  if (rest.verdict !== "legal") return rest;
  return { ...rest, position: print(context, position), outcome: position.outcome };
}

function playFromStart(context, texts) {
  if (!Array.isArray(texts) || texts.length === 0) refuse("bad-question", "expected a list of turns", "/turns");
  let result = { position: context.start };
  for (const [at, text] of texts.entries()) {
    result = play(context, result.position, text, `/turns/${at}`);
    if (result.verdict !== "legal") return { ...result, at };
  }
  return printVerdict(context, result);
}

function listTurns(context, position) {
  const turns = [];
  let length = 0;
  for (const { position: after, text } of context.game.turns(position)) {
    const turn = { turn: text(), position: print(context, after), outcome: after.outcome };
    turns.push(turn);
    length += JSON.stringify(turn).length;
    if (length > LINE_LIMIT) refuse("too-many", "the turns do not fit on a line", "/position");
  }
  return { turns };
}

function countTurns({ game }, position, depth) {
  if (!(Number.isInteger(depth) && depth >= 0)) refuse("bad-question", "expected a whole number", "/depth");
  if (depth === 0) return { total: 1, by: [] };
  const by = [];
  for (const { position: after, text } of game.turns(position)) by.push([text(), countLeaves(game, after, depth - 1)]);
  by.sort(([a], [b]) => (a < b ? -1 : 1));
  return { total: by.reduce((sum, [, leaves]) => sum + leaves, 0), by };
}

function countLeaves(game, position, depth) {
  if (depth === 0) return 1;
  let leaves = 0;
  for (const { position: after } of game.turns(position)) leaves += countLeaves(game, after, depth - 1);
  return leaves;
}

function tryTo(work, code) {
  try {
    return { ok: work() };
  } catch (error) {
    return { error: error.refusal ?? { code, text: error.message, at: "" } };
  }
}

// ---- Commands --------------------------------------------------------------------------------------

// Keeps the open contexts, and answers questions one by one.
function answerer({ games, ...engine }) {
  const contexts = new Map();
  const commands = {
    hello({ protocol }) {
      if (protocol !== 1) refuse("unsupported", "only protocol 1 is spoken here", "/protocol");
      const announced = Object.entries(games).map(([name, { boards, readings }]) => [name, { boards, readings }]);
      const can = [...IN_BATCH, "batch"];
      return { protocol, engine, games: Object.fromEntries(announced), can, from: ["start", "position"] };
    },
    open(question) {
      const opened = openContext(games, question);
      const context = `c${contexts.size + 1}`;
      contexts.set(context, opened);
      return { context, start: print(opened, opened.start) };
    },
    apply({ position, turn, turns }, context) {
      if (turns !== undefined) return playFromStart(context, turns);
      return printVerdict(context, play(context, read(context, position), turn, "/turn"));
    },
    turns: ({ position }, context) => listTurns(context, read(context, position)),
    count: ({ position, depth }, context) => countTurns(context, read(context, position), depth),
    batch({ items }) {
      if (!Array.isArray(items)) refuse("bad-question", "expected a list of questions", "/items");
      return items.map((item) => tryTo(() => answer(item, IN_BATCH), "internal"));
    },
    bye: () => ({}),
  };
  function answer(question, allowed = Object.keys(commands)) {
    if (typeof question?.do !== "string") refuse("bad-question", "a question says what to do", "/do");
    if (!Object.hasOwn(commands, question.do)) refuse("unknown-command", "there is no such command", "/do");
    if (!allowed.includes(question.do)) refuse("bad-question", `a batch holds ${allowed.join(", ")}`, "/do");
    const context = contexts.get(question.context);
    if (IN_BATCH.includes(question.do) && !context) refuse("bad-question", "no such context is open", "/context");
    return commands[question.do](question, context);
  }
  return answer;
}

// ---- Lines -----------------------------------------------------------------------------------------

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// Split as latin1, a line is the same bytes: they may not be UTF-8, and U+2028 inside a text ends no line.
export async function serve(engine) {
  const answer = answerer(engine);
  for await (const line of createInterface({ input: process.stdin.setEncoding("latin1") })) {
    const parsed = tryTo(() => JSON.parse(utf8.decode(Buffer.from(line, "latin1"))), "bad-json");
    const question = parsed.ok;
    const id = Number.isSafeInteger(question?.id) && question.id >= 0 ? question.id : null;
    const reply = parsed.error ? parsed : tryTo(() => {
      if (id === null) refuse("bad-question", "expected a whole number", "/id");
      return answer(question);
    }, "internal");
    const tooLong = tryTo(() => refuse("too-many", "the answer does not fit on a line"));
    const text = tryTo(() => JSON.stringify({ id, ...reply })).ok;
    process.stdout.write(`${text?.length < LINE_LIMIT ? text : JSON.stringify({ id, ...tooLong })}\n`);
    if (reply.ok && question.do === "bye") break;
  }
  process.stdin.destroy();
}
