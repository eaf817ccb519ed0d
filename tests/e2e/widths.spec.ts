import type { Page } from "@playwright/test";
import { invited } from "./invitations.ts";
import { idsOf } from "./own-places.ts";
import { expect, STAFF, test } from "./people.ts";
import { addressOf, complete, type Ids } from "./places.ts";
import type { Service } from "./service.ts";

test.describe.configure({ timeout: 180_000 });

/** A desk's window at 200 %, a tablet, and either side of where a layout changes. */
const WIDTHS = [320, 640, 700, 1024, 1280, 1440];

/** By how much a page that stands is wider than its window, at each width where it is. */
async function overflows(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const pixels = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (pixels > 0) found.push(`${pixels} px at ${width}`);
  }
  return found;
}

/** Fits its window at any width. */
async function expectToFit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await complete(page);
  expect(await overflows(page), address).toEqual([]);
}

const LISTS = ["/", "/customers", "/groups", "/locations", "/devices", "/controls", "/audit"];
const PAGES = ["customers", "groups", "locations", "devices", "controls"] as const;

test("no page is wider than its window, however wide that is", async ({ staff: page, service }) => {
  const ids = await idsOf(service, STAFF);
  const { data: groups } = await service.call("listGroups");
  const ones = PAGES.map((noun) => addressOf(`/${noun}/[id]`, ids));
  const others = ["/people", "/keys", "/map", "/account", "/docs/controls", "/controls/new"];
  const all = [...LISTS, ...others, ...ones, ...groups.map(({ id }) => `/groups/${id}`)];
  for (const address of all) await expectToFit(page, address);
});

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
  return { customers, groups, locations };
}

test("nor is it where a name or an address is one long word", async ({
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
  for (const address of [...found, ...ones, "/people", "/audit"]) await expectToFit(page, address);
});
