import { expect, it, onTestFinished } from "vitest";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { slotAt } from "../../service/store/interval-slot.ts";
import { readPackedDays, sortLocationIds } from "../../service/store/read-days.ts";
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
    const ids = await sortLocationIds(
      db,
      homes.map(({ location }) => location.id),
    );
    const [first, count] = [94, 6];
    for (const day of days) {
      const { startMs, isps } = getLocalDay(day);
      for (let index = first; index < isps; index++) {
        const rows = ids.map((locationId, n) => ({ locationId, forecast: 1_000 * n + index }));
        await recordIsp(db, slotAt(startMs + index * QUARTER_MS), rows);
      }
    }
    const found = await readPackedDays(db, ids, days, { first, count });
    const own = (length: number) =>
      ids.flatMap((_id, n) => Array.from({ length }, (__, at) => 1_000 * n + first + at));
    const expected = days.map((day, i) => [day, counts[i], own(counts[i]!)]).filter(([, n]) => n);
    const read = found.map((one) => [one.day, one.count, [...one.forecast]]);
    expect(read.filter(([, n]) => n)).toEqual(expected);
  },
);
