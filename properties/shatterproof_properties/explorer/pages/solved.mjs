// The record of puzzles that were solved or given up in this browser, as `shatterproof puzzle solve --record` keeps it.

import { lasting } from "./storage.mjs";

const STORE = "record";
const HEADER = { format: "shatterproof-solved", version: 1 };

/** The entries, the latest last: `{puzzle, title, solved, tries, hints, when}`, `puzzle` the digest of one. */
export function record() {
  const kept = lasting.get(STORE);
  return Array.isArray(kept) ? kept : [];
}

export function solvedDigests() {
  return new Set(record().filter(({ solved }) => solved).map(({ puzzle }) => puzzle));
}

/** How many puzzles were solved last, one after the other, without a hint and without a try that failed. */
export function streak() {
  const entries = record();
  return entries.length - 1 - entries.findLastIndex(({ solved, tries, hints }) => !solved || tries || hints);
}

/** Adds how somebody has fared with a puzzle, where the browser keeps anything. */
export function note({ digest, title }, solved, { tries, hints }) {
  const when = new Date().toISOString();
  lasting.set(STORE, [...record(), { puzzle: digest, title, solved, tries, hints, when }]);
}

export function recordText() {
  return [HEADER, ...record()].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function scoreInWords({ tries, hints }) {
  const failed = tries ? `after ${tries} failed ${tries === 1 ? "try" : "tries"}` : "at the first try";
  return `${failed}, ${hints ? `with ${hints} hint${hints === 1 ? "" : "s"}` : "without a hint"}`;
}
