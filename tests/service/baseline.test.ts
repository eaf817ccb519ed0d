import { expect, it } from "vitest";
import { World } from "../support/service.ts";

const NL = { bidding_zone_id: "NL" };
/** After sunset, with batteries that the day has filled. */
const START = "2026-06-15T20:58:30Z";

const forecasts = async (world: World, start: string) => {
  const { data } = await world.call("getBiddingZoneHistorical", { params: NL, query: { start } });
  return data.data;
};

it("forecasts operation without the control, while it runs and after it ended", async () => {
  const controlled = await World.open(START, { demo: 2 });
  const twin = await World.open(START, { demo: 2 });
  const { data: control } = await controlled.call("controlBiddingZone", {
    params: NL,
    body: {
      type: "MAX_PRODUCTION",
      time_from: "2026-06-15T21:00:00Z",
      time_to: "2026-06-15T22:00:00Z",
    },
  });
  await controlled.liveUntil("2026-06-15T22:46:00Z");
  await twin.liveUntil("2026-06-15T22:46:00Z");
  const with_ = await forecasts(controlled, "2026-06-15T21:00:00Z");
  const without = await forecasts(twin, "2026-06-15T21:00:00Z");
  expect(with_).toHaveLength(7);
  const planned = Math.max(...control.results.map((result) => result.delta));
  expect(planned).toBeGreaterThan(100);
  with_.forEach((item, i) =>
    expect(Math.abs(item.forecast - without[i]!.forecast)).toBeLessThan(0.02 * planned),
  );
  await controlled.close();
  await twin.close();
}, 120_000);

it("is not trained on minutes in which devices still held a control", async () => {
  const start = "2026-06-15T09:58:30Z";
  const controlled = await World.open(start, { demo: 2 });
  const twin = await World.open(start, { demo: 2 });
  await controlled.call("controlBiddingZone", {
    params: NL,
    body: {
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-15T10:00:00Z",
      time_to: "2026-06-15T10:15:00Z",
    },
  });
  await controlled.liveUntil("2026-06-15T10:46:00Z");
  await twin.liveUntil("2026-06-15T10:46:00Z");
  const [with_, without] = await Promise.all(
    [controlled, twin].map((world) => forecasts(world, "2026-06-15T10:30:00Z")),
  );
  const off = Math.abs(with_![0]!.forecast - without![0]!.forecast);
  expect(off).toBeLessThan(0.03 * Math.abs(without![0]!.forecast + without![0]!.downward));
  await controlled.close();
  await twin.close();
}, 120_000);
