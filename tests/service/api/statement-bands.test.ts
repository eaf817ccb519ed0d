import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sumStatement } from "../../../service/planning/statement-sums.ts";
import {
  computeStatement,
  hashLines,
  toCanonicalLines,
} from "../../../service/planning/statement.ts";
import { saveStatementVersion } from "../../../service/store/statements.ts";
import { openStore } from "../../../service/store/store.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const MONTH = "2026-06";
const ZONE = { bidding_zone_id: "NL", month: MONTH };
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
let homes: Home[];
beforeEach(async () => {
  // 12:00:30 in Amsterdam on the last day of June.
  ({ world, gateway } = await openScripted("2026-06-30T10:00:30Z"));
  const groupId = (await group(world)).id;
  homes = [];
  for (const email of ["a@example.org", "b@example.org"])
    homes.push(await household(world, { email, groupId }));
  for (const { location, inverter } of homes) gateway.answers(location.id, [inverter.id]);
});
afterEach(() => world.close());

/** A control of a quarter-hour in which the inverters are off, so that the sun is estimated. */
async function lower() {
  const [from, to] = ["2026-06-30T10:00:00Z", "2026-06-30T10:15:00Z"];
  const params = { bidding_zone_id: "NL" };
  const body = { type: "MAX_CONSUMPTION" as const, time_to: to };
  const { data } = await world.call("controlBiddingZone", { params, body });
  await world.service.tick();
  for (const { location, inverter } of homes)
    gateway.reportMinutes([from, to], {
      locationId: location.id,
      injectionKw: -1,
      devices: [{ deviceId: inverter.id, powerKw: 0, stateOfCharge: null }],
    });
  await world.liveUntil("2026-06-30T10:16:30Z");
  return data.id;
}

const ofZone = async (query = {}) =>
  (await world.call("getBiddingZoneStatement", { params: ZONE, query })).data;
const own = ({ customer }: Home) => ({ customer_id: customer.id, month: MONTH });
const ofCustomer = async (home: Home) =>
  (await world.call("getCustomerStatement", { params: own(home) })).data;
const issue = async () =>
  (await world.call("issueBiddingZoneStatement", { params: ZONE, body: {} })).data;
const check = async () => (await world.call("checkBiddingZoneStatement", { params: ZONE })).data;
const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const hash = (rows: readonly object[]) => createHash("sha256").update(toLines(rows)).digest("hex");

it("names the error band of each row, control and sum, as deliveries and lost energy do", async () => {
  const control_id = await lower();
  const delivery = (await world.call("getControlDelivery", { params: { control_id } })).data;
  const zone = await ofZone();
  const [one] = zone.controls;
  expect(one!.uncertainty_kwh).toBeGreaterThan(0.1);
  expect(one!.uncertainty_kwh).toBeCloseTo(delivery.uncertainty_kwh!, 2);
  expect(zone.totals).toMatchObject({
    uncertainty_kwh: one!.uncertainty_kwh,
    lost_uncertainty_kwh: one!.uncertainty_kwh,
  });
  for (const home of homes) {
    const statement = await ofCustomer(home);
    const params = { customer_id: home.customer.id };
    const [month] = (await world.call("getCustomerLostEnergy", { params })).data.data;
    expect(statement.totals.lost_uncertainty_kwh).toBe(month!.uncertainty_kwh);
    expect(statement.rows[0]!.uncertainty_kwh).toBe(month!.by_location[0]!.uncertainty_kwh);
    expect(zone.rows).toContainEqual(
      expect.objectContaining({ uncertainty_kwh: statement.rows[0]!.uncertainty_kwh }),
    );
  }
  // Errors of locations are not all of one sign.
  const sum = zone.rows.reduce((all, row) => all + row.uncertainty_kwh!, 0);
  expect(one!.uncertainty_kwh).toBeLessThanOrEqual(sum + 0.001);
});

it("adds the bands of controls, and to the lost energy only those that lower injection", async () => {
  await lower();
  const [one] = (await ofZone()).controls;
  const controls = [
    { ...one!, uncertainty_kwh: 0.123 },
    { ...one!, type: "MAX_PRODUCTION" as const, uncertainty_kwh: 0.4 },
    { ...one!, type: "ZERO_EXPORT" as const, uncertainty_kwh: 0.007 },
  ];
  expect(sumStatement(controls, [], { isZone: true, format: 4 }).totals).toMatchObject({
    uncertainty_kwh: 0.53,
    lost_uncertainty_kwh: 0.13,
  });
});

it("hashes the bands with the rows, in the order of the answer", async () => {
  await lower();
  await world.sleepUntil("2026-06-30T22:00:30Z");
  const issued = await issue();
  expect(issued.format).toBe(4);
  expect(issued.sha256).toBe(hash([...issued.controls, ...issued.rows]));
  expect(await check()).toMatchObject({ result: "unchanged", format: 4 });
});

/** Issues version 1 as it was before rows had error bands. */
async function issueWithoutBands(): Promise<string> {
  const subject = { kind: "bidding_zone", subjectId: "NL", month: MONTH } as const;
  const { db, close } = await openStore(world.databaseUrl, () => undefined);
  const content = await computeStatement(db, subject, world.nowMs, 1);
  const { controls, rows, rowsBy } = content;
  const { groups, totals } = sumStatement(controls, rows, { isZone: true, format: 1 });
  const lines = toCanonicalLines({ controls, rows });
  const version = {
    ...subject,
    version: 1,
    issuedAt: new Date(world.nowMs),
    sha256: hashLines(lines),
    rowsBy,
    controls: controls.length,
    lines,
    groups,
    totals: { ...totals, missing: content.totals.missing },
  };
  const call = { caller: "key", operation: "issueBiddingZoneStatement", requestId: "request" };
  await db.transaction((tx) => saveStatementVersion(tx, version, call));
  await close();
  return version.sha256;
}

it("keeps a version from before there were bands as it was, and calls it unchanged", async () => {
  await lower();
  await world.sleepUntil("2026-06-30T22:00:30Z");
  const sha256 = await issueWithoutBands();
  const old = await ofZone({ version: "1" });
  expect(old).toMatchObject({ format: 1, sha256 });
  expect(JSON.stringify(old)).not.toContain("uncertainty_kwh");
  expect(hash([...old.controls, ...old.rows])).toBe(sha256);
  expect(await check()).toMatchObject({
    result: "unchanged",
    format: 1,
    current_sha256: sha256,
    differences: [],
  });
  expect(await issue()).toMatchObject({ version: 1, sha256 });
});

it("restates a version from before there were bands in the format of now", async () => {
  await lower();
  await world.sleepUntil("2026-06-30T22:00:30Z");
  await issueWithoutBands();
  await world.call("recordBiddingZonePrices", {
    params: { bidding_zone_id: "NL" },
    body: {
      market: "imbalance",
      source: "operator",
      prices: [{ time: "2026-06-30T10:00:00Z", long: 12, short: 34 }],
    },
  });
  const checked = await check();
  expect(checked.result).toBe("restated");
  expect(checked.differences.map(({ field }) => field).join()).not.toContain("uncertainty");
  expect(await issue()).toMatchObject({ version: 2, format: 4 });
});
