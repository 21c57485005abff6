// Questions are answered here in the browser: Python runs in a worker. Work that takes long has a worker of its own, which can be ended.

const FAILED = "Python could not be started in this browser: it needs WebAssembly and about 300 MB of memory. Reload to try again";
const waiting = new Map();
let asked = 0;
let answering = null;
let working = null;
let loading = () => {};
/** So many milliseconds Python waits for what keeps it in this browser. */
const PATIENCE = 2000;

/** `listener(text, share)` is called while Python is loaded: what is done, and how much of it, null where that is not known. */
export function onLoading(listener) {
  loading = listener;
}

/** Lets the browser keep Python from the first visit on; a browser that keeps nothing loads it each time. */
const keeping = (async () => {
  await navigator.serviceWorker?.register(new URL("service_worker.js", import.meta.url));
  if (!navigator.serviceWorker || navigator.serviceWorker.controller) return;
  await new Promise((go) => {
    navigator.serviceWorker.addEventListener("controllerchange", go);
    setTimeout(go, PATIENCE);
  });
})().catch(() => {});

function started() {
  const worker = new Worker(new URL("answers.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loading) loading(data.loading.text, data.loading.share);
    else waiting.get(data.id)?.(data);
  };
  worker.onerror = () => {
    for (const settle of waiting.values()) settle({ failed: true });
  };
  return worker;
}

/** A response to a question, as the server's pages have it: `ask` or `work`. `signal` ends work. */
export async function send(path, body, signal = null) {
  await keeping;
  return path === "ask" ? answered(body) : worked(body, signal);
}

function answered(body) {
  answering ??= started();
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ answer, failed }) => {
      waiting.delete(id);
      if (!failed) return resolve(new Response(answer));
      answering = null;
      reject(new Error(FAILED));
    });
    answering.postMessage({ id, path: "ask", body });
  });
}

function worked(body, signal) {
  const worker = (working ??= started());
  const id = ++asked;
  const lines = new TextEncoder();
  const stream = new ReadableStream({
    start(controller) {
      const end = () => {
        if (!waiting.delete(id)) return;
        worker.terminate();
        if (working === worker) working = null;
        controller.error(new DOMException("ended", "AbortError"));
      };
      signal?.addEventListener("abort", end);
      waiting.set(id, ({ line, answer, failed }) => {
        if (line) return controller.enqueue(lines.encode(line + "\n"));
        waiting.delete(id);
        signal?.removeEventListener("abort", end);
        if (failed) return controller.error(new Error(FAILED));
        controller.enqueue(lines.encode(answer + "\n"));
        controller.close();
      });
      worker.postMessage({ id, path: "work", body });
    },
  });
  return new Response(stream);
}
