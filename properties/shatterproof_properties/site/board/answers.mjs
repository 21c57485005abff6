// The worker that answers: the reference, the second engines and the checker, run by Pyodide. No rule is written here.

import { BYTES, PACKAGES, PYODIDE } from "./build.mjs";

const PYTHON = `
import json, sys
sys.path.insert(0, "/packages")
from shatterproof import strict_json
from shatterproof_properties.explorer.service import Explorer

_explorer = Explorer()

def answer(text):
    return json.dumps(_explorer.answer(strict_json.decode(text)))

def work(text, say):
    return json.dumps(_explorer.work(strict_json.decode(text), lambda message: say(json.dumps(message))))
`;

/** Says what is done, and how much of it; `share` is null once the rest cannot be measured. */
function say(text, share = null) {
  postMessage({ loading: { text, share } });
}

/** Counts what is loaded: every file passes here, and is read as it comes. */
function counted() {
  const load = self.fetch.bind(self);
  let loaded = 0;
  self.fetch = async (...asked) => {
    const response = await load(...asked);
    (async () => {
      for await (const part of response.clone().body ?? []) {
        loaded += part.length;
        say("Python is loading", Math.min(1, loaded / BYTES));
      }
    })().catch(() => {});
    return response;
  };
}

async function begun() {
  counted();
  say("Python is loading", 0);
  const packages = fetch(new URL(PACKAGES, import.meta.url)).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(`./${PYODIDE}/pyodide.mjs`);
  const python = await loadPyodide({ indexURL: new URL(`${PYODIDE}/`, import.meta.url).href });
  say("The rules are being read");
  python.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  python.runPython(PYTHON);
  say("");
  return { answer: python.globals.get("answer"), work: python.globals.get("work") };
}

const ready = begun();

onmessage = async ({ data: { id, path, body } }) => {
  try {
    const { answer, work } = await ready;
    postMessage({ id, answer: path === "ask" ? answer(body) : work(body, (line) => postMessage({ id, line })) });
  } catch (error) {
    console.error(error);
    postMessage({ id, failed: true });
  }
};
