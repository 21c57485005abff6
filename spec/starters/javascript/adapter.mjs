// The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.mjs.

import { createInterface } from "node:readline";
import * as rules from "./rules.mjs";

const contexts = new Map();

// An error answer: its code and its text.
class Refusal extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

function hello({ protocol }) {
  if (protocol !== 1) throw new Refusal("unsupported", "only protocol 1 is spoken here");
  return {
    protocol: 1,
    engine: { name: rules.NAME, version: rules.VERSION, language: "JavaScript" },
    games: { [rules.GAME]: { boards: rules.BOARDS, readings: rules.READINGS } },
    ...rules.HELLO,
  };
}

function open({ game, board, readings = {} }) {
  if (game !== rules.GAME || !rules.BOARDS.includes(board)) {
    throw new Refusal("unsupported", "this game or board is not played here");
  }
  if (Object.entries(readings).some(([name, value]) => !rules.READINGS[name]?.includes(value))) {
    throw new Refusal("unsupported", "these readings are not played here");
  }
  const opening = rules.start(board, readings);
  const context = `c${contexts.size + 1}`;
  contexts.set(context, { board, readings });
  return { context, start: opening };
}

function opened({ context }) {
  if (!contexts.has(context)) throw new Refusal("bad-question", "no such context is open");
  return contexts.get(context);
}

function positionOf(question) {
  const { position } = question;
  if (!rules.HELLO.from.includes("position")) throw new Refusal("unsupported", "play begins at the opening here");
  if (position?.game !== rules.GAME || position.board !== opened(question).board) {
    throw new Refusal("bad-position", "it belongs to another game or board");
  }
  return position;
}

function playFromStart(board, readings, turns) {
  let said = { position: rules.start(board, readings) };
  for (const [at, turn] of turns.entries()) {
    said = rules.apply(board, readings, said.position, turn);
    if (said.verdict !== "legal") return { ...said, at };
  }
  return said;
}

function apply(question) {
  const { board, readings } = opened(question);
  if (question.turns) return playFromStart(board, readings, question.turns);
  return rules.apply(board, readings, positionOf(question), question.turn);
}

function turns(question) {
  const { board, readings } = opened(question);
  const position = question.turns ? playFromStart(board, readings, question.turns).position : positionOf(question);
  return { turns: rules.turns(board, readings, position) };
}

const error = (code, text) => ({ error: { code, text } });
const commands = new Map(Object.entries({ hello, open, apply, turns, bye: () => ({}) }));

// The answer to a question, without its id.
function answer(question) {
  const command = commands.get(question.do);
  if (!command) return error("unknown-command", "this is not done here");
  try {
    return { ok: command(question) };
  } catch (reason) {
    if (reason instanceof rules.NotWritten) return { skip: { why: reason.message } };
    if (reason instanceof rules.BadPosition) return error("bad-position", reason.message);
    if (reason instanceof Refusal) return error(reason.code, reason.message);
    throw reason;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let question = null;
  let said;
  try {
    question = JSON.parse(line);
  } catch {
    said = error("bad-json", "this is no JSON");
  }
  said ??= answer(question ?? {});
  console.log(JSON.stringify({ id: question?.id ?? null, ...said }));
  if (question?.do === "bye") process.exit(0);
}
