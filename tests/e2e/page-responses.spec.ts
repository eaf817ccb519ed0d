import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/index.ts";
import { answersTo, expectWithoutKey } from "./responses.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import { getVisibleIds, staffPages } from "./resource-ids.ts";
import { CUSTOMER, demoCustomer, expect, signIn, STAFF, test } from "./users.ts";
import { addresses, allOperations, apiPath, complete, pagePatterns, someIds } from "./page-ids.ts";

test.use({ colorScheme: "dark" });

const reading = allOperations.filter((id) => operations[id].method === "get");

/** The first event of a live stream of this portal. */
const toldLive = (page: Page, area: string) =>
  page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const stream = new EventSource(address);
        stream.addEventListener("status", ({ data }: MessageEvent<string>) => {
          stream.close();
          resolve(data);
        });
      }),
    `/api/live?area=${area}`,
  );

test("every page allows only scripts with its nonce, and is never cached", async ({
  staff: page,
  service,
}) => {
  const nonces = new Set<string>();
  const pages = [...(await addresses(service)), "/nowhere", "/sign-in"];
  for (const address of pages) {
    const answer = await page.request.get(address);
    const headers = answer.headers();
    expect(headers["cache-control"], address).toContain("no-store");
    const scripts = /script-src ([^;]*)/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "";
    const nonce = /'nonce-([^']{16,})'/.exec(scripts)?.[1] ?? "";
    expect(nonce, address).not.toBe("");
    expect(scripts, address).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
    const tags = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length, address).toBeGreaterThan(0);
    for (const tag of tags) expect(tag, address).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(pages.length);
});

test("no answer of the portal's API is cached, errors included", async ({
  staff: page,
  request,
  service,
}) => {
  const ids = await someIds(service);
  const unknown = {
    customers: "cus_none",
    groups: "grp_none",
    locations: "loc_none",
    devices: "none",
    controls: "ctrl_none",
    webhooks: "none",
    rules: "rul_none",
  };
  const calls = reading.flatMap((id) => [
    page.request.get(apiPath(id, ids)),
    page.request.get(apiPath(id, unknown)),
    request.get(apiPath(id, ids)),
  ]);
  for (const answer of await Promise.all([...calls, page.request.get("/api/auth/session")])) {
    expect(answer.headers()["cache-control"], answer.url()).toContain("no-store");
  }
});

test("the favicon exists", async ({ request }) => {
  expect((await request.get("/favicon.ico")).status()).toBe(200);
});

for (const who of [STAFF, CUSTOMER]) {
  test(`no operation or live stream sends ${who} the API key`, async ({
    page,
    context,
    curtail,
    service,
  }) => {
    await signIn(context, curtail, who);
    await page.goto("/account");
    const area =
      who === STAFF
        ? "bidding-zone:NL"
        : `location:${(await demoCustomer(service)).locations[0]!.id}`;
    expect(await toldLive(page, area)).not.toContain(curtail.apiKey);
    for (const theirs of [await someIds(service), await getVisibleIds(service, who)]) {
      for (const id of reading) {
        const answer = await page.request.get(apiPath(id, theirs));
        expect(await answer.text(), id).not.toContain(curtail.apiKey);
        expect(JSON.stringify(answer.headers()), id).not.toContain(curtail.apiKey);
      }
    }
    expect(curtail.said()).not.toContain(curtail.apiKey);
  });
}

test("a page unknown to staff is not found, contains no key, and logs nothing to the console", async ({
  staff: page,
  context,
  curtail,
}) => {
  const consoleErrors = watchConsoleErrors(page);
  const answers = answersTo(context);
  for (const address of pagePatterns.filter((each) => !staffPages.includes(each))) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await complete(page);
  }
  await expectWithoutKey(curtail, answers);
  expect(consoleErrors).toEqual([]);
});
