import type { Page } from "@playwright/test";
import { expect, signIn, STAFF, test } from "./users.ts";

test.use({ serviceWorkers: "allow" });

/** Opens a page and waits until the service worker answers for it. */
async function openKept(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((taken) =>
      navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true }),
    );
  });
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test("a page opened offline shows no current data, and loads after Try again", async ({
  page,
  context,
}) => {
  await openKept(page, "/sign-in");
  await context.setOffline(true);
  const answer = await page.goto("/controls?page=2");
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection to Curtail");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Geen verbinding met Curtail");
  await expect(page.getByText("This page shows no current data.")).toBeVisible();
  await expect(page).toHaveTitle(/Curtail$/);
  const mark = page.locator("header img");
  await expect
    .poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fcontrols%3Fpage%3D2/);
});

test("the browser stores no page or answer with data", async ({ page, context, curtail }) => {
  await signIn(context, curtail, STAFF);
  await openKept(page, "/");
  await page.goto("/locations");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => fetch("/api/locations"));
  const paths = await kept(page);
  expect(paths).toContain("/offline");
  const others = paths.filter(
    (path) => !/^\/(offline$|icon\.svg$|icons\/|_next\/static\/)/.test(path),
  );
  expect(others).toEqual([]);
});

test("a control submitted offline is not queued", async ({ page, context, curtail, service }) => {
  await signIn(context, curtail, STAFF);
  await openKept(page, "/");
  const before = await service.total("listControls", {});
  await context.setOffline(true);
  const order = () =>
    page.evaluate(() =>
      fetch("/api/bidding-zones/NL/control", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: "ZERO_EXPORT" }),
      }).then(
        () => "sent",
        () => "failed",
      ),
    );
  expect(await order()).toBe("failed");
  await context.setOffline(false);
  await openKept(page, "/controls");
  expect(await service.total("listControls", {})).toBe(before);
});

test("a page shows a banner while it is offline", async ({ staff: page, context }) => {
  await page.goto("/account");
  const banner = page.getByText("You are offline. Data is not updated");
  await expect(banner).toBeHidden();
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
});

test("a form and sign-out report that nothing was sent while offline", async ({
  customer: page,
  context,
}) => {
  const uncaught: string[] = [];
  page.on("pageerror", ({ message }) => uncaught.push(message));
  await page.goto("/account");
  await page.getByLabel("Naam").fill("Familie Zonder Net");
  await context.setOffline(true);
  await expect(page.getByText("Je bent offline. De gegevens")).toBeVisible();
  await page.getByRole("button", { name: "Wijzigingen opslaan" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Er is niets verstuurd" })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Uitloggen" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Je bent nog ingelogd" }).first(),
  ).toBeVisible();
  expect(uncaught).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("banner").getByRole("button", { name: "Uitloggen" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a new service worker takes over at once and deletes the old cache", async ({ page }) => {
  await openKept(page, "/sign-in");
  await page.evaluate(async () => {
    await (await caches.open("curtail-0")).put("/old", new Response("old"));
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
  });
  await openKept(page, "/sign-in");
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["curtail-1"]);
});

test("the portal is installable: it has a name, a start URL and icons", async ({
  page,
  request,
}) => {
  await page.goto("/sign-in");
  const manifestUrl = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(manifestUrl!)).json();
  expect(manifest).toMatchObject({ name: "Curtail", start_url: "/", display: "standalone" });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const icons = [apple!, ...manifest.icons.map(({ src }: { src: string }) => src)];
  for (const icon of icons) {
    const answer = await request.get(icon, { maxRedirects: 0 });
    expect([icon, answer.status(), answer.headers()["content-type"]]).toEqual([
      icon,
      200,
      "image/png",
    ]);
  }
});
