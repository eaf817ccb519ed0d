/*
 * Keeps what never changes (the build's files, named by their contents) and the page for when there
 * is no connection. Nothing under /api and no page with data is ever kept, and nothing is sent
 * later: what cannot be sent now fails now. A new version takes over at once, which is safe, as no
 * version keeps anything that another could misread.
 */
const KEPT = "curtail-1";
const OFFLINE = "/offline";
const ICONS = ["/icon.svg", "/icons/curtail-192.png"];
const MOST_FILES = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/_next/static/")) event.respondWith(unchanging(request));
  else if (ICONS.includes(pathname)) event.respondWith(icon(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    event.respondWith(page(event));
});

async function keepOfflinePage() {
  const kept = await caches.open(KEPT);
  const fresh = [OFFLINE, ...ICONS].map((path) => new Request(path, { cache: "reload" }));
  await kept.addAll(fresh);
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offlinePage();
  }
}

async function offlinePage() {
  const kept = await caches.match(OFFLINE, { cacheName: KEPT });
  if (!kept) return Response.error();
  const { headers } = kept;
  return new Response(kept.body, { status: 503, statusText: "Offline", headers });
}

async function icon(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { cacheName: KEPT })) ?? Response.error();
  }
}

async function unchanging(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic") await keep(kept, request, response);
  return response;
}

async function keep(kept, request, response) {
  try {
    await kept.put(request, response.clone());
    const files = (await kept.keys()).filter(({ url }) => url.includes("/_next/static/"));
    for (const file of files.slice(0, -MOST_FILES)) await kept.delete(file);
  } catch {
    // No room: the page does without.
  }
}
