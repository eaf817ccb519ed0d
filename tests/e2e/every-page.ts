import type { APIRequestContext } from "@playwright/test";
import type { Curtail } from "./start-stack.ts";
import { invited, newAddress } from "./invitations.ts";
import { customersOpenings, openings, staffsOpenings } from "./dialogs.ts";
import { manyControls } from "./controls-fixture.ts";
import { customersPages, getVisibleIds, staffPages } from "./resource-ids.ts";
import { CUSTOMER, demoCustomer, expect, signIn, STAFF, test } from "./users.ts";
import { toPagePath, type Ids } from "./page-ids.ts";
import type { Service } from "./service.ts";
import type { PageCheck } from "./load-page.ts";

const invitee = (request: APIRequestContext, { portalUrl }: Curtail) =>
  invited(request, portalUrl, {
    role: "staff",
    email: newAddress("awaited"),
    level: "operator",
    language: "en",
  });

/** A valid key, and a revoked one. */
async function giveKeys(service: Service): Promise<void> {
  const body = { name: "Importer", scopes: ["read" as const] };
  await service.call("createApiKey", { body });
  const { id } = await service.call("createApiKey", { body: { ...body, name: "Former importer" } });
  await service.call("revokeApiKey", { params: { key_id: id } });
}

/** A control of the demo customer's group that runs while it is looked at. */
async function runningControl(service: Service): Promise<string> {
  const { customer } = await demoCustomer(service);
  const control = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: { type: "ZERO_EXPORT", time_to: new Date(Date.now() + 2 * 3_600_000).toISOString() },
  });
  return control.id;
}

/** A pending approval request, and a rejected one. */
async function requestControls(service: Service): Promise<void> {
  const params = { bidding_zone_id: "NL" };
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const body = { type: "ZERO_EXPORT" as const, time_to };
  await service.call("requestBiddingZoneControl", { params, body });
  const { id } = await service.call("requestBiddingZoneControl", { params, body });
  await service.call("rejectControlRequest", { params: { request_id: id }, body: {} });
}

interface World {
  request: APIRequestContext;
  curtail: Curtail;
  service: Service;
}

/** Resources that a page shows only if they exist; with the ids to look them up. */
async function prepared(pattern: string, who: string, world: World): Promise<Ids> {
  const { request, curtail, service } = world;
  if (pattern === "/users") await invitee(request, curtail);
  if (pattern === "/keys") await giveKeys(service);
  if (pattern === "/controls") await (who === CUSTOMER ? manyControls : requestControls)(service);
  const ids = await getVisibleIds(service, who);
  return pattern === "/controls/[id]" ? { ...ids, controls: await runningControl(service) } : ids;
}

/** The other tab of the audit page: the service's record of calls. */
const CALLS = "/audit?of=calls";

/** One test for each page without sign-in, of staff and of customers. */
export function checkEveryPage(promises: string, check: PageCheck): void {
  test.describe.configure({ mode: "parallel", timeout: 180_000 });
  test.use({ timezoneId: "America/New_York" });

  for (const address of ["/sign-in", "/invitation/none", "/offline", "/docs"]) {
    test(`${address} is ${promises}`, async ({ page, curtail }) => {
      await check(page, curtail, { name: address, address, openings: openings[address] });
    });
  }

  test(`/invitation/[token] is ${promises}`, async ({ page, browser, curtail }) => {
    const staff = await browser.newContext({ baseURL: curtail.portalUrl });
    await signIn(staff, curtail, STAFF);
    const token = await invitee(staff.request, curtail);
    await staff.close();
    await check(page, curtail, { name: "/invitation/[token]", address: `/invitation/${token}` });
    await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  });

  for (const { who, patterns, opens } of [
    { who: STAFF, patterns: [...staffPages, CALLS], opens: staffsOpenings },
    { who: CUSTOMER, patterns: customersPages, opens: customersOpenings },
  ]) {
    for (const pattern of patterns) {
      const name = `${pattern} of ${who.split("@")[0]}`;
      test(`${name} is ${promises}`, async ({ page, context, curtail, service }) => {
        await signIn(context, curtail, who);
        const { request } = context;
        const ids = await prepared(pattern, who, { request, curtail, service });
        await check(page, curtail, {
          name,
          address: toPagePath(pattern, ids),
          status: pattern.includes("unknown") ? 404 : 200,
          openings: opens[pattern],
        });
      });
    }
  }
}
