// Runs an engine over vectors: node read_vectors.mjs FILE ./engine.mjs, where engine.mjs exports a function `answer`.
// `answer(question)` gets a vector without its answer, and returns the answer, or null for what it does not cover.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ANY_ORDER = ["pieces", "memory", "worked", "dark", "light", "creating", "turns", "by"];

// What matters in an answer: no order of pieces or keys, no clauses, no texts; no memory if the engine keeps none.
function plain(said, memory) {
  if (Array.isArray(said)) return said.map((item) => plain(item, memory));
  if (said === null || typeof said !== "object") return said;
  const leftOut = ["clause", "means", "turn", ...(memory ? [] : ["memory"])];
  const kept = Object.keys(said).filter((key) => !leftOut.includes(key)).sort();
  return Object.fromEntries(kept.map((key) => {
    const value = plain(said[key], memory);
    if (!ANY_ORDER.includes(key) || !Array.isArray(value)) return [key, value];
    const texts = value.map((item) => JSON.stringify(key === "by" ? item[1] : item));
    return [key, (memory ? texts : [...new Set(texts)]).sort()];
  }));
}

// Each vector that the engine answers wrongly, with the right answer and its own.
export function* failures(lines, answer) {
  for (const line of lines) {
    const { answer: expected, ...vector } = JSON.parse(line);
    const said = answer(vector) ?? null;
    const memory = JSON.stringify(said).includes('"memory"') || "total" in expected;
    const [one, two] = [said, expected].map((each) => JSON.stringify(plain(each, memory)));
    if (said !== null && one !== two) yield { vector, expected, said };
  }
}

if (process.argv.length === 4) {
  const { answer } = await import(pathToFileURL(resolve(process.argv[3])));
  const wrong = [...failures(readFileSync(process.argv[2], "utf8").trim().split("\n"), answer)];
  for (const { vector, expected, said } of wrong) {
    console.log(vector.id, "\n  expected", JSON.stringify(expected), "\n  said    ", JSON.stringify(said));
  }
  process.exitCode = wrong.length ? 1 : 0;
}
