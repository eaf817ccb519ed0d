import type { Page } from "@playwright/test";
import { invited } from "./invitations.ts";
import { overflows } from "./overflows.ts";
import { expect, test } from "./users.ts";
import { complete, type Ids } from "./page-ids.ts";
import type { Service } from "./service.ts";

test.describe.configure({ timeout: 180_000 });

/** Fits its window at any width. */
async function expectToFit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await complete(page);
  expect(await overflows(page), address).toEqual([]);
}

/** Somebody and something whose names are one long word. */
async function longNames(service: Service): Promise<Omit<Ids, "devices" | "controls">> {
  const word = "Rozenstruikwoonwijkverenigingsgebouwbeheerdersvergadering";
  const email = `${"langenaam".repeat(7)}@${"energie".repeat(4)}.example`;
  const { id: groups } = await service.call("createGroup", {
    body: { name: word, bidding_zone: "NL" },
  });
  const { id: customers } = await service.call("createCustomer", {
    body: { name: word, email, group_id: groups },
  });
  const { id: locations } = await service.call("createLocation", {
    body: { customer_id: customers, latitude: 52.1, longitude: 5.1, metadata: { address: word } },
  });
  await service.call("registerDevice", {
    body: {
      location_id: locations,
      name: word,
      brand: "BRAND_A",
      device_type: "METER",
      ratings: { connection_limit_kw: 17 },
    },
  });
  const { id: rules } = await service.call("createRule", {
    body: {
      name: word,
      enabled: false,
      target: { kind: "group", id: groups },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    },
  });
  const { id: webhooks } = await service.call("createWebhook", {
    body: {
      name: word,
      enabled: false,
      url: `https://example.com/${"endpoint".repeat(20)}`,
      events: ["curtail.control.accepted"],
    },
  });
  return { customers, groups, locations, rules, webhooks };
}

test("no page is wider than its window if a name or an address is one long word", async ({
  staff: page,
  service,
  curtail,
}) => {
  const { customers, groups, locations } = await longNames(service);
  const email = `${"uitgenodigd".repeat(5)}@${"post".repeat(6)}.example`;
  await invited(page.request, curtail.portalUrl, {
    role: "customer",
    email,
    customer_id: customers,
  });
  const found = ["customers", "groups", "locations", "devices"].map(
    (noun) => `/${noun}?search=Rozenstruik`,
  );
  const ones = [`/customers/${customers}`, `/groups/${groups}`, `/locations/${locations}`];
  for (const address of [...found, ...ones, "/users", "/audit"]) await expectToFit(page, address);
});
