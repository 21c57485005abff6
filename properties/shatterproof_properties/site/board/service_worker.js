// Keeps Python and the packages in this browser, so that the second visit loads neither. Their addresses have their versions.

const NAME = "shatterproof-python";
const KEPT = /\/(pyodide-[^/]+\/[^/]+|packages\.zip)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && KEPT.test(pathname)) event.respondWith(kept(event.request));
});

/** The name of a file that is kept, without the folder of its version. */
function nameOf(url) {
  return KEPT.exec(new URL(url).pathname)?.[1].replace(/.*\//, "");
}

/** What was kept, or else what the site has; that is kept, where there is room, instead of an earlier version. */
async function kept(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.status === 200) {
    const isEarlier = ({ url }) => url !== request.url && nameOf(url) === nameOf(request.url);
    for (const earlier of (await cache.keys()).filter(isEarlier)) await cache.delete(earlier);
    cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}
