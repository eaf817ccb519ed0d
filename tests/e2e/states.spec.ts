import { expectErrorLog } from "../support/error-log.ts";
import type { Page } from "@playwright/test";
import { customersPages, getVisibleIds, staffPages } from "./resource-ids.ts";
import { CUSTOMER, demoGroup } from "./users.ts";
import { toPagePath, complete, someIds } from "./page-ids.ts";
import { withoutTable } from "./portal-database.ts";
import { expect, test } from "./user-fixtures.ts";

/** Pages with the portal's own data only. */
const withoutService = [
  "/[...unknown]",
  "/account",
  "/audit",
  "/groups/new",
  "/rules/new",
  "/users",
];

const again = { staff: "Try again", customer: "Opnieuw proberen" };
const requestId = /(Request ID|Verzoeknummer) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

/** Expects an error with a request id that disappears on a retry after `mend`. */
async function failsAndRecovers(page: Page, role: keyof typeof again, mend: () => unknown) {
  const failure = alerts(page).first();
  await expect(failure).toContainText(requestId);
  await mend();
  await failure.getByRole("button", { name: again[role] }).click();
  await expect(alerts(page)).toHaveCount(0);
  await complete(page);
}

for (const pattern of staffPages.filter((each) => !withoutService.includes(each))) {
  test(`${pattern} without the service shows an error with a request id, and offers a retry`, async ({
    staffReader: page,
    gate,
    service,
  }) => {
    const address = toPagePath(pattern, await someIds(service));
    gate.isShut = true;
    await page.goto(address);
    await failsAndRecovers(page, "staff", () => (gate.isShut = false));
  });
}

for (const pattern of customersPages.filter((each) => each !== "/notices")) {
  test(`a customer's ${pattern} without the service shows an error, and offers a retry`, async ({
    customerReader: page,
    gate,
    service,
  }) => {
    const address = toPagePath(pattern, await getVisibleIds(service, CUSTOMER));
    gate.isShut = true;
    await page.goto(address);
    await failsAndRecovers(page, "customer", () => (gate.isShut = false));
  });
}

test("a device's master data is shown even if its history cannot be read", async ({
  staffReader: page,
  gate,
  service,
}) => {
  const ids = await someIds(service);
  gate.refuses = (path) => /^\/v1\/locations\/[^/]+\/controls$/.test(path);
  await page.goto(toPagePath("/devices/[id]", ids));
  await expect(page.getByText("Registered", { exact: true })).toBeVisible();
  await failsAndRecovers(page, "staff", () => (gate.refuses = () => false));
  await expect(page.getByRole("group", { name: "Range" })).toBeVisible();
});

test("pages from the portal's own data are complete while the service is unavailable", async ({
  staffReader: page,
  gate,
}) => {
  gate.isShut = true;
  for (const address of withoutService.filter((each) => !each.includes("["))) {
    await page.goto(address);
    await complete(page);
    await expect(alerts(page)).toHaveCount(0);
  }
});

for (const [address, table] of [
  ["/users", "invitations"],
  ["/audit", "audit"],
] as const) {
  test(`${address} without the portal's database shows an error, and offers a retry`, async ({
    staffReader: page,
    gate,
  }) => {
    expectErrorLog(/"Request failed"/);
    await withoutTable(gate.dataDir, table, async () => {
      await page.goto(address);
      await expect(alerts(page).first()).toContainText(requestId);
    });
    await failsAndRecovers(page, "staff", () => undefined);
  });
}

test("a list without matches says so, and offers to show all", async ({ staffReader: page }) => {
  const noMatch = page.getByText(/^No .+ found\.$/);
  for (const list of ["customers", "groups", "locations", "devices", "audit"]) {
    await page.goto(`/${list}?search=nothing-is-called-this`);
    await expect(noMatch).toBeVisible();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(noMatch).toHaveCount(0);
  }
});

/** A page, the request that gets no answer, and the page's message. */
type Nothing = [address: string, asked: RegExp, words: string];

const staffHasNothing: Nothing[] = [
  ["/controls", /^\/v1\/control-summaries$/, "No controls issued yet"],
  ["/keys", /^\/v1\/api-keys$/, "There are no API keys yet"],
  ["/map", /^\/v1\/location-clusters$/, "No locations in view"],
  ["/users", /^$/, "No open invitations."],
];

const customerHasNothing: Nothing[] = [
  ["/", /^\/v1\/locations$/, "Nog geen locaties"],
  ["/", /\/controls$/, "Nog geen verzoeken"],
  ["/controls", /\/controls$/, "Nog geen verzoeken"],
  ["/history", /\/historical/, "Nog geen metingen in deze periode."],
  ["/history", /^\/v1\/locations$/, "Nog geen locaties"],
  ["/locations", /^\/v1\/locations$/, "Nog geen locaties"],
  ["/devices", /^\/v1\/devices$/, "Nog geen apparaten"],
];

for (const { role, pages } of [
  { role: "staff", pages: staffHasNothing },
  { role: "customer", pages: customerHasNothing },
] as const) {
  test(`pages of ${role} without data say that there is none`, async ({
    page,
    context,
    gate,
    sessions,
  }) => {
    await context.addCookies(sessions[role]);
    for (const [address, asked, words] of pages) {
      gate.alter = (path, answer) => (asked.test(path) ? { ...answer, data: [] } : answer);
      await page.goto(address);
      await expect(page.getByRole("main").getByText(words, { exact: true }).first()).toBeVisible();
      await expect(alerts(page)).toHaveCount(0);
    }
  });
}

test("a customer without an installation is not shown a request state", async ({
  customerReader: page,
  gate,
}) => {
  gate.alter = (_path, answer) => (Array.isArray(answer.data) ? { ...answer, data: [] } : answer);
  await page.goto("/");
  await expect(page.getByText("Zodra je installatie is aangemeld")).toBeVisible();
  await expect(page.getByText(/niets van je installatie gevraagd/)).toHaveCount(0);
});

test("a group without locations has an empty map that says so", async ({
  staffReader: page,
  gate,
  service,
}) => {
  const group = await demoGroup(service);
  gate.alter = (path, answer) => (path === "/v1/location-clusters" ? { data: [] } : answer);
  await page.goto(`/map?group_id=${group.id}`);
  await expect(page.getByLabel("Group", { exact: true })).toHaveValue(group.id);
  await expect(page.getByText("No locations in view")).toBeVisible();
  await expect(page.getByRole("group", { name: /without locations$/ })).toBeVisible();
});
