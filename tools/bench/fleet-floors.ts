import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { WindowChanges } from "../../service/engine/location-change.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { LocationPlans, type Window } from "../../service/planning/location-plans.ts";
import { openStore } from "../../service/store/store.ts";

const PACKED_ROWS = 100;

/**
 * The floor of planning a control of the zone: reading its forecast models from 100 packed rows, and
 * the arithmetic of each location, in one thread that has done it before. In ms.
 */
export async function arithmeticFloor(url: string, window: Window, nowMs: number): Promise<number> {
  const store = await openStore(url, (error) => {
    throw error;
  });
  try {
    const { db } = store;
    await db.execute(`create temp table if not exists packed_models as
      select n, string_agg(pv || load || parameters, ''::bytea) as models from (
        select row_number() over () % ${PACKED_ROWS} as n, pv, load, parameters from forecast_models
      ) as numbered group by n`);
    const zone = { kind: "bidding_zone", id: "NL" } as const;
    const members = await new Fleet().use(db, zone, nowMs, async (found) => found);
    const plans = await LocationPlans.read(db, members, window, nowMs);
    await plans.wait();
    const control = [{ type: "MAX_CONSUMPTION" as const, ...window }];
    const changes = new WindowChanges(window, nowMs);
    const durations = [];
    for (let run = 0; run < 2; run++) {
      const start = performance.now();
      await db.execute("select models from packed_models");
      for (const i of members.keys()) changes.compute(plans.at(i), control);
      durations.push(performance.now() - start);
    }
    return Math.min(...durations);
  } finally {
    await store.close();
  }
}

/**
 * The floor of storing a minute of each meter of `listMeters`: `COPY` of the same values into an empty table with a
 * primary key. In ms.
 */
export async function copyFloor(url: string, meters: readonly string[]): Promise<number> {
  const file = join(tmpdir(), `curtail-copy-${process.pid}.csv`);
  const lines = meters.flatMap((each) => each.split("\n")).map((ids) => `${ids},0,1.234`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`create temp table copied
      (location_id text, device_id text, minute int, kw real, primary key (device_id, minute))`);
    const start = performance.now();
    await client.query(`copy copied from '${file}' (format csv)`);
    return performance.now() - start;
  } finally {
    await client.end();
    rmSync(file);
  }
}
