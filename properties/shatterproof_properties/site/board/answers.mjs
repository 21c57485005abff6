// The worker that answers: the reference, the second engines and the checker, run by Pyodide. No rule is written here.

import { loadPyodide } from "./pyodide/pyodide.mjs";

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

async function begun() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }),
    fetch(new URL("packages.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: "/packages" });
  python.runPython(PYTHON);
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
