import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Statement } from "../../../lib/contract/index.ts";
import {
  computeStatement,
  hashLines,
  toCanonicalLines,
} from "../../../service/planning/statement.ts";
import { verifyStatements } from "../../../service/planning/verify-statements.ts";
import { saveStatementVersion, type StatementVersion } from "../../../service/store/statements.ts";
import { openStore, type Db } from "../../../service/store/store.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

type StoredVersion = Omit<StatementVersion, "auditId" | "issuedAt">;

/** Versions as they were stored when each amount of a row was rounded to a cent. */
const stored: StoredVersion[] = JSON.parse(
  readFileSync(new URL("statement-formats.format-3.json", import.meta.url), "utf8"),
);
const JUNE = "2026-06";
const ZONE = { bidding_zone_id: "NL", month: JUNE };
const subject = { kind: "bidding_zone", subjectId: "NL", month: JUNE } as const;

let world: World;
let gateway: ScriptedGateway;
let db: Db;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ world, gateway } = await openScripted("2026-06-30T21:44:30Z"));
  ({ db, close } = await openStore(world.databaseUrl, () => undefined));
});
afterEach(async () => {
  await close();
  await world.close();
});

const save = (row: StoredVersion) =>
  db.transaction((tx) =>
    saveStatementVersion(
      tx,
      { ...row, issuedAt: new Date(world.nowMs) },
      { caller: "key", operation: "issueBiddingZoneStatement", requestId: "request" },
    ),
  );
const read = async (query = {}) =>
  (await world.call("getBiddingZoneStatement", { params: ZONE, query })).data;
const check = async () => (await world.call("checkBiddingZoneStatement", { params: ZONE })).data;
const issue = async () =>
  (await world.call("issueBiddingZoneStatement", { params: ZONE, body: {} })).data;

describe("a version that was stored with whole cents", () => {
  beforeEach(async () => {
    for (const row of stored) await save(row);
  });

  it("is still as it was issued: its rows, sums and SHA-256 are verified", async () => {
    expect(await verifyStatements(db)).toEqual({ versions: stored.length, faulty: [] });
    const zone = stored.find(({ kind }) => kind === "bidding_zone")!;
    const answered = await read({ version: "1" });
    expect(answered).toMatchObject({ format: 3, sha256: zone.sha256, totals: zone.totals });
    const lines = zone.lines.trim().split("\n");
    expect([...answered.controls, ...answered.rows]).toEqual(lines.map((line) => JSON.parse(line)));
    // The fleet of those rows is not here, so that all of it differs; nothing of it was altered.
    expect(await check()).toMatchObject({ result: "restated", format: 3 });
  });

  it("is found altered when a cent of its rows or sums changes", async () => {
    const [zone] = stored;
    const rows = { ...zone!, month: "2026-05", lines: zone!.lines.replace("-0.07", "-0.06") };
    const { customers } = zone!.totals;
    const totals = { ...zone!.totals, customers: { ...customers, eur: customers.eur! + 0.01 } };
    await save(rows);
    await save({ ...zone!, month: "2026-04", totals });
    expect((await verifyStatements(db)).faulty).toEqual([
      expect.objectContaining({ month: "2026-04", faults: ["sums"] }),
      expect.objectContaining({ month: "2026-05", faults: ["rows"] }),
    ]);
  });
});

/** Three homes under a control of the last quarter-hour of June. */
async function liveThroughControl() {
  const groupId = (await group(world)).id;
  await world.call("setGroupTerms", {
    params: { group_id: groupId },
    body: { valid_from: "2026-01-01", terms: fixedTerms(0.0047) },
  });
  const homes = [];
  for (const email of ["a@example.org", "b@example.org", "c@example.org"]) {
    const home = await household(world, { email, groupId, batteryKwh: 20 });
    gateway.answers(home.location.id, [home.inverter.id]);
    homes.push(home);
  }
  const [from, to] = ["2026-06-30T21:45:00Z", "2026-06-30T22:00:00Z"];
  await world.call("controlBiddingZone", {
    params: { bidding_zone_id: "NL" },
    body: { type: "MAX_CONSUMPTION", time_from: from, time_to: to },
  });
  for (const [i, { location }] of homes.entries())
    gateway.reportMinutes([from, to], { locationId: location.id, injectionKw: -3.1 - i * 0.777 });
  await world.liveUntil("2026-06-30T22:01:30Z");
}

/** Cents of euros by their decimal digits, independent of the service. */
const roundDigits = (eur: number) => {
  const [whole, decimals] = Math.abs(eur).toFixed(6).split(".") as [string, string];
  const cents = Number(whole + decimals.slice(0, 2)) + (decimals.slice(2) >= "5000" ? 1 : 0);
  return (Math.sign(eur) * cents) / 100 + 0;
};
const mapNumbers = (amounts: object | null, change: (eur: number) => number) =>
  Object.fromEntries(Object.entries(amounts ?? {}).map(([name, eur]) => [name, change(eur)]));

describe("a version in whole cents of what can still be computed", () => {
  it("is unchanged in its own format, and a restatement is issued in exact amounts", async () => {
    await liveThroughControl();
    const content = await computeStatement(db, subject, world.nowMs, 3);
    const lines = toCanonicalLines(content);
    const { controls, groups, totals, rowsBy } = content;
    const sha256 = hashLines(lines);
    await save({
      ...subject,
      version: 1,
      sha256,
      rowsBy,
      controls: controls.length,
      lines,
      groups,
      totals,
    });
    expect(await check()).toMatchObject({ result: "unchanged", format: 3, current_sha256: sha256 });
    expect(await issue()).toMatchObject({ version: 1, sha256, format: 3 });
    const exact = await read();
    expectRounded(exact, await read({ version: "1" }));

    await world.call("recordBiddingZonePrices", {
      params: { bidding_zone_id: "NL" },
      body: {
        market: "imbalance",
        source: "operator",
        prices: [{ time: "2026-06-30T21:45:00Z", long: 12, short: 34 }],
      },
    });
    expect((await check()).result).toBe("restated");
    expect(await issue()).toMatchObject({ version: 2, format: 4, rows: exact.rows });
    expect(await check()).toMatchObject({ result: "unchanged", format: 4 });
    expect((await verifyStatements(db)).faulty).toEqual([]);
  });
});

/** Each amount of a row in format 3 is that of format 4, rounded. */
function expectRounded(exact: Statement, rounded: Statement) {
  expect(exact.format).toBe(4);
  expect(rounded.rows).toHaveLength(3);
  for (const [i, row] of exact.rows.entries())
    for (const side of ["customers", "supplier"] as const) {
      const { eur: _sum, ...amounts } = row[side]!;
      const { eur, ...cents } = rounded.rows[i]![side]!;
      expect(cents).toEqual(mapNumbers(amounts, roundDigits));
      const sum = Object.values(cents).reduce<number>((all, one) => all + one! * 100, 0);
      expect(eur! * 100).toBeCloseTo(sum, 6);
    }
  const digits = exact.rows.map(({ customers }) => String(customers.compensation_eur));
  expect(digits.some((one) => one.length > 5)).toBe(true);
}
