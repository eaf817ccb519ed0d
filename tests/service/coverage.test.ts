import { afterEach, expect, it } from "vitest";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

/** The hour that comes twice when summer time ends, the second time. */
const at = (time: string) => `2026-10-25T${time}Z`;
const query = { start: at("01:00:00"), end: at("01:45:00") };
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
afterEach(() => world.close());

const report = ({ location }: Home, from: string, to: string) =>
  world.call("recordMeasurements", {
    params: { location_id: location.id },
    body: { measurements: [{ time_from: at(from), time_to: at(to), injection_kw: -2 }] },
  });

it("groups and zones say which share of their locations was measured", async () => {
  world = await World.open(at("00:50:30"));
  const { id: group_id } = await group(world);
  const emails = ["a@example.org", "b@example.org", "c@example.org"];
  const homes: Home[] = [];
  for (const email of emails) homes.push(await household(world, { email, groupId: group_id }));
  const [first, second, third] = homes as [Home, Home, Home];
  await world.liveUntil(at("01:50:30"));
  const coverage = async () =>
    (await world.call("getGroupHistorical", { params: { group_id }, query })).data.data.map(
      (item) => item.coverage,
    );
  expect(await coverage()).toEqual([0, 0, 0]);
  for (const home of homes) await report(home, "01:00:00", "01:15:00");
  for (const home of [first, second]) await report(home, "01:15:00", "01:30:00");
  expect(await coverage()).toEqual([1, 0.6666, 0]);
  await report(third, "01:15:00", "01:30:00");
  expect(await coverage()).toEqual([1, 1, 0]);

  const params = { bidding_zone_id: "NL" };
  const ofZone = await world.call("getBiddingZoneCoverage", { params, query });
  expect(ofZone.data.data).toEqual([
    { time: at("01:00:00.000"), coverage: 1 },
    { time: at("01:15:00.000"), coverage: 1 },
    { time: at("01:30:00.000"), coverage: 0 },
  ]);

  const zone = await world.request(
    `/v1/bidding-zones/NL/historical?${new URLSearchParams(query).toString()}`,
  );
  const { data } = (await zone.json()) as { data: object[] };
  expect(data).toHaveLength(3);
  expect(Object.keys(data[0]!).sort()).toEqual([
    "actual",
    "downward",
    "forecast",
    "time",
    "upward",
  ]);
});
