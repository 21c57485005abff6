// Questions to whoever answers them: the server here. `spec/explorer.md` says which there are.

import { send } from "./transport.mjs";

const KEPT = 400;
const RETRIES = [300, 800, 2000, 4000];
const answers = new Map();

/** Something that was asked and refused: `code`, `text`, and perhaps `problem`. */
export class Refused extends Error {
  constructor(error) {
    super(error.text);
    this.code = error.code;
    this.problem = error.problem ?? null;
  }
}

let lost = () => {};

/** `listener(isLost)` is called when the connection is lost, and when it is back. */
export function onConnection(listener) {
  lost = listener;
}

/** The answer to a question. The same question always has the same answer, so that it is kept. Raises Refused. */
export async function ask(question) {
  const text = JSON.stringify(question);
  if (answers.has(text)) {
    const kept = answers.get(text);
    answers.delete(text);
    answers.set(text, kept);
    return kept;
  }
  const response = await persistently(() => send("ask", text));
  unlocked(response);
  return keep(text, read(await response.text()));
}

export function know(question, answer) {
  keep(JSON.stringify(question), answer);
}

function keep(text, answer) {
  answers.set(text, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return answer;
}

/** The answer to a question that takes long; `progress` gets what comes before it, `signal` ends it. Raises Refused. */
export async function work(question, progress, signal) {
  const response = await persistently(() => send("work", JSON.stringify(question), signal), signal);
  unlocked(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const rows = rest.split("\n");
    rest = rows.pop();
    for (const row of rows.filter(Boolean)) {
      const said = JSON.parse(row);
      if (said.progress) progress(said.progress);
      else return read(row);
    }
    if (done) return rest.trim() ? read(rest) : Promise.reject(new Refused({ code: "lost", text: "the explorer has stopped" }));
  }
}

function read(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refused({ code: "internal", text: "the answer could not be read" });
  }
  if (answer.error) throw new Refused(answer.error);
  return answer.ok;
}

function unlocked(response) {
  if (response.status === 403) throw new Refused({ code: "locked", text: "this address is not open any more: use the one that the command printed" });
}

async function persistently(attempt, signal = null) {
  for (let tried = 0; ; tried++) {
    try {
      const response = await attempt();
      if (tried) lost(false);
      if (response.status !== 429) return response;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      lost(true);
    }
    await new Promise((go) => {
      setTimeout(go, RETRIES[Math.min(tried, RETRIES.length - 1)]);
      signal?.addEventListener("abort", go);
    });
  }
}
