// Lets the pages on which results are entered open without a network: the newest copy of each page
// and of what it needs is kept. Everything else goes to the network as ever.

const STORE = "scores-1";
const PAGES = /^\/events\/[^/]+\/(score\/[^/]+|desk\/rounds\/\d+\/\d+\/results)\/$/;
const PARTS = /^\/(static|jsi18n)\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== STORE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.headers.has("HX-Request")) return;
  if (PAGES.test(url.pathname) || PARTS.test(url.pathname)) event.respondWith(newest(request));
});

async function newest(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await store.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await store.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
