import { expect, it, onTestFinished } from "vitest";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { slotAt } from "../../service/store/interval-slot.ts";
import { readPackedDays, toRuns } from "../../service/store/read-days.ts";
import { recordIsp } from "../../service/store/record-isp.ts";
import { openStore } from "../../service/store/store.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

it.each([
  ["100 ISPs", ["2025-10-25", "2025-10-26"], [2, 6]],
  ["92 ISPs", ["2026-03-29", "2026-03-30"], [0, 2]],
])(
  "a packed day ends with its last ISP beside one of %s, so each location has its own values",
  async (_, days, counts) => {
    const world = await World.open("2026-04-02T10:00:00Z");
    onTestFinished(() => world.close());
    const homes = [
      await household(world),
      await household(world, { email: "second@example.org" }),
      await household(world, { email: "third@example.org" }),
    ];
    const store = await openStore(world.databaseUrl, () => undefined);
    onTestFinished(() => store.close());
    const { db } = store;
    const ids = homes.map(({ location }) => location.id);
    const first = 94;
    for (const day of days) {
      const { startMs, isps } = getLocalDay(day);
      for (let index = first; index < isps; index++) {
        const rows = ids.map((locationId, n) => ({ locationId, forecast: 1_000 * n + index }));
        await recordIsp(db, slotAt(startMs + index * QUARTER_MS), rows);
      }
    }
    const found = await readPackedDays(db, ids, days, [94, 95, 96, 97, 98, 99]);
    const valuesOf = (length: number) => (id: string) =>
      Array.from({ length }, (_value, at) => 1_000 * ids.indexOf(id) + first + at);
    for (const [i, day] of days.entries()) {
      const packed = found.find((one) => one.day === day);
      expect(packed?.indices ?? []).toEqual([94, 95, 96, 97, 98, 99].slice(0, counts[i]));
      expect([...(packed?.forecast ?? [])]).toEqual(
        (packed?.locationIds ?? []).flatMap(valuesOf(counts[i]!)),
      );
      expect([...(packed?.locationIds ?? ids)].toSorted()).toEqual(ids.toSorted());
    }
  },
);

it("runs have the wanted intervals and the few between two of them", () => {
  expect(toRuns([])).toEqual([]);
  expect(toRuns([4, 5, 6])).toEqual([{ first: 4, count: 3 }]);
  expect(toRuns([4, 8, 12, 16, 40, 95])).toEqual([
    { first: 4, count: 13 },
    { first: 40, count: 1 },
    { first: 95, count: 1 },
  ]);
});
