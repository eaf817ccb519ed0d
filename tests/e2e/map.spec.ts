import type { Page } from "@playwright/test";
import { test as external } from "./external-service.ts";
import { hold } from "./delay-response.ts";
import { scrollToElement } from "./scroll-into-view.ts";
import { demoGroup, expect, test } from "./users.ts";

const CLUSTERS = /\/api\/location-clusters\?/;
const map = (page: Page) => page.getByRole("group", { name: /^Map of the Netherlands/ });
const marks = (page: Page) => map(page).locator("button[title*=':']");
const inView = async (page: Page) => {
  const name = (await map(page).getAttribute("aria-label")) ?? "";
  return Number(/\d+/.exec(name)?.[0] ?? 0);
};

/**
 * What the map and the table beside it show, read in one go: how many marks, how many of them lie on
 * another, how many rows, and how many locations the rows and the map's name count.
 */
const shown = (page: Page) =>
  page.evaluate(() => {
    const map = document.querySelector("[role=group][aria-label^='Map of the Netherlands']");
    const marks = [...(map?.querySelectorAll("button[title*=':']") ?? [])];
    const boxes = marks.map((mark) => mark.getBoundingClientRect());
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2) <
      (a.width + b.width) / 2 - 0.5;
    const covered = boxes.filter((one, at) =>
      boxes.slice(at + 1).some((other) => meet(one, other)),
    ).length;
    const counts = [...document.querySelectorAll("table tbody tr td:nth-of-type(1)")];
    return {
      marks: marks.length,
      covered,
      rows: counts.length,
      inRows: counts.reduce((sum, { textContent }) => sum + Number(textContent), 0),
      inView: Number(/\d+/.exec(map?.getAttribute("aria-label") ?? "")?.[0] ?? Number.NaN),
    };
  });

async function openMap(page: Page) {
  await page.goto("/map");
  await expect(marks(page).first()).toBeVisible();
}

test("the map and the table beside it show every location", async ({ staff: page, service }) => {
  await openMap(page);
  const all = await service.total("listLocations");
  const { marks: shownMarks, ...rest } = await shown(page);
  expect(rest).toEqual({ rows: shownMarks, covered: 0, inRows: all, inView: all });
});

test("a click on a cluster zooms in, and a click on a location opens its card", async ({
  staff: page,
}) => {
  await openMap(page);
  const whole = await inView(page);
  await marks(page).filter({ hasText: /\d/ }).first().click();
  await expect.poll(() => inView(page)).toBeLessThan(whole);
  await page.getByRole("button", { name: "Whole country" }).click();
  await expect.poll(() => inView(page)).toBe(whole);
  await marks(page).filter({ hasNotText: /\d/ }).first().click();
  const open = map(page).getByRole("link", { name: "Open location" });
  const address = await open.getAttribute("href");
  await open.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test("the map is moved and zoomed by keyboard, and the wheel alone scrolls the page", async ({
  staff: page,
}) => {
  await openMap(page);
  const whole = await inView(page);
  await map(page).focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(() => inView(page)).toBeLessThan(whole);
  const middle = await inView(page);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => inView(page)).not.toBe(middle);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect.poll(() => inView(page)).toBe(whole);

  await map(page).hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await inView(page)).toBe(whole);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -600);
  await page.keyboard.up("Control");
  await expect.poll(() => inView(page)).toBeLessThan(whole);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } });

  test("one finger scrolls the page over the map, and two fingers zoom it", async ({
    staff: page,
  }) => {
    await openMap(page);
    const whole = await inView(page);
    await scrollToElement(map(page));
    const { x, y, width, height } = (await map(page).boundingBox())!;
    const [middle, line] = [x + width / 2, y + height / 3];
    const fingers = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      touchPoints: { x: number; y: number }[],
    ) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });

    const scrolled = await page.evaluate(() => scrollY);
    await touch("touchStart", [{ x: middle, y: line }]);
    for (const up of [40, 80, 120]) await touch("touchMove", [{ x: middle, y: line - up }]);
    await touch("touchEnd", []);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled);
    expect(await inView(page)).toBe(whole);

    await scrollToElement(map(page));
    const apart = (distance: number) => [
      { x: middle - distance, y: line },
      { x: middle + distance, y: line },
    ];
    await touch("touchStart", apart(20));
    for (const distance of [40, 70, 100]) await touch("touchMove", apart(distance));
    await touch("touchEnd", []);
    await expect.poll(() => inView(page)).toBeLessThan(whole);
  });
});

for (const width of [375, 1440]) {
  test(`no markers overlap at any zoom, ${width} pixels wide`, async ({ staff: page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openMap(page);
    const isWhole = async (message: string) => {
      const wrong = async () => {
        const { marks, covered, rows, inRows, inView } = await shown(page);
        return { covered, marks: marks - rows, locations: inView - inRows };
      };
      await expect.poll(wrong, { message }).toEqual({ covered: 0, marks: 0, locations: 0 });
    };
    await isWhole("not zoomed");
    await map(page).focus();
    for (const zoom of [1, 2, 3]) {
      const answer = await hold(page, CLUSTERS);
      const asking = page.waitForRequest(CLUSTERS);
      await page.keyboard.press("+");
      const asked = await asking;
      await isWhole(`zoomed ${zoom} times, from what was read before`);
      answer();
      await (await asked.response())?.finished();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      await isWhole(`zoomed ${zoom} times`);
    }
  });
}

test("only a group's locations are shown, also after a reload", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const members = await service.total("listLocations", { group_id: group.id });
  await openMap(page);
  await page.getByLabel("Group", { exact: true }).selectOption(group.id);
  await expect.poll(() => inView(page)).toBe(members);
  await page.reload();
  await expect.poll(() => inView(page)).toBe(members);
});

test("no other group's locations are shown while a group loads or fails to load", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const ofGroup = /\/api\/location-clusters\?.*group_id=/;
  await page.route(ofGroup, (route) => route.abort());
  const fail = await hold(page, ofGroup);
  await openMap(page);
  await page.getByLabel("Group", { exact: true }).selectOption(group.id);
  await expect(map(page)).toHaveAccessibleName("Map of the Netherlands");
  await expect(marks(page)).toHaveCount(0);
  fail();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
});

test("the legend counts each location once", async ({ staff: page }) => {
  await openMap(page);
  const states = page
    .getByRole("button")
    .filter({ hasText: /^(Reporting|Following|Not reporting|Never)/ });
  await expect(states).toHaveCount(4);
  const counted = (await states.allInnerTexts()).map((text) =>
    Number(/\d+$/.exec(text.trim())?.[0]),
  );
  expect(counted.reduce((sum, count) => sum + count)).toBe(await inView(page));
});

test("the legend's counts equal the filtered lists and their rows", async ({
  staff: page,
  service,
}) => {
  const { id: group_id } = await demoGroup(service);
  const time_to = new Date(Date.now() + 3_600_000).toISOString();
  const body = { type: "MAX_CONSUMPTION" as const, time_to };
  await service.call("controlGroup", { params: { group_id }, body });
  const counted = (state: "reporting" | "responding") =>
    service.total("listLocations", { group_id, state });
  await expect.poll(() => counted("responding"), { timeout: 45_000 }).toBeGreaterThan(0);
  await expect(async () => {
    await page.goto(`/map?group_id=${group_id}`);
    for (const [state, words] of [
      ["reporting", "Reporting, no control"],
      ["responding", "Following a control"],
    ] as const) {
      const button = page.getByRole("button", { name: words });
      const count = new RegExp(`${await counted(state)}$`);
      await expect(button.first()).toContainText(count, { timeout: 2_000 });
    }
  }).toPass({ timeout: 45_000 });
  await page.goto(`/locations?group_id=${group_id}&state=responding`);
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows.first()).toBeVisible();
  await expect(rows.filter({ hasNotText: "Following a control" })).toHaveCount(0);
});

test("a press on a state leaves only its locations on the map, also at its address", async ({
  staff: page,
  service,
}) => {
  await openMap(page);
  const silent = await service.total("listLocations", { state: "silent" });
  expect(silent).toBeGreaterThan(0);
  const button = page.getByRole("button", { name: /^Not reporting/ });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => shown(page)).toMatchObject({ inView: silent, inRows: silent });
  await expect(page).toHaveURL(/\/map\?state=silent$/);
  await page.reload();
  await expect.poll(() => shown(page)).toMatchObject({ inView: silent });
  await button.click();
  await expect.poll(() => inView(page)).toBe(await service.total("listLocations"));
  await expect(page).toHaveURL(/\/map$/);
});

test("the map loads nothing from another host", async ({ staff: page, curtail }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await openMap(page);
  expect([...hosts]).toEqual([curtail.portalUrl]);
});

test("a customer has no map of other customers' locations", async ({ customer: page }) => {
  await page.goto("/map");
  await expect(page.getByRole("group", { name: /^Map of/ })).toHaveCount(0);
  const answer = await page.request.get("/api/location-clusters");
  expect(answer.status()).toBe(403);
});

external(
  "a service that tells of no places has no map, and that is said",
  async ({ staff: page }) => {
    await page.goto("/map");
    await expect(page.getByText(/does not provide positions/)).toBeVisible();
    await expect(page.getByRole("link", { name: "All locations as a list" }).first()).toBeVisible();
  },
);
