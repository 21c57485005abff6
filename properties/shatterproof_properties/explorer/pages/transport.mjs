// How questions reach who answers them: the server that these pages come from. The site has another module in its place.

export function onLoading() {}

/** A response to a question, `path` being `ask` or `work`. `signal` ends it. Raises TypeError when the connection is lost. */
export function send(path, body, signal = null) {
  return fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body, signal, credentials: "same-origin",
  });
}
