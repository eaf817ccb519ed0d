import { expect, test, vi } from "vitest";
import { revokeSession } from "../../lib/portal/db/sessions.ts";
import { collectEvents, HeldClock, liveService, openings } from "./live-world.ts";
import { control, detail } from "./fixtures.ts";
import { portalWorld } from "./portal-world.ts";

const ZONE = "bidding-zone:NL";
const world = portalWorld();
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000, interval: 5 });

test("live updates reach the users of both portals, also after one of them stopped", async () => {
  const clock = new HeldClock();
  const plant = await liveService(clock);
  const portals = [openings(world, clock, plant.service), openings(world, clock, plant.service)];
  const user = await world.staff();
  const streams = await Promise.all(
    portals.map(async (open) => collectEvents(await open(user, ZONE))),
  );
  for (const stream of streams) await until(() => expect(stream.names()).toContain("controls"));

  const before = streams.map((stream) => stream.last("controls"));
  plant.state.controls = [detail(control("ctrl_2")), ...plant.state.controls];
  await until(() => {
    clock.pass(5_000);
    streams.forEach((stream, n) => expect(stream.last("controls")).not.toEqual(before[n]));
  });
  expect(streams[0]!.last("controls")).toEqual(streams[1]!.last("controls"));

  portals[0]!.stop();
  await until(() => expect(streams[0]!.isOver()).toBe(true));
  plant.state.status = { ...plant.state.status, actual: 13 };
  await until(() => {
    clock.pass(5_000);
    expect(streams[1]!.last("status")).toMatchObject({ actual: 13 });
  });
});

test("a session opened or ended at one portal is so at the other", async () => {
  const clock = new HeldClock();
  const plant = await liveService(clock);
  const portals = [openings(world, clock, plant.service), openings(world, clock, plant.service)];
  const user = await world.staff();
  for (const open of portals) expect((await open(user, ZONE)).status).toBe(200);

  await revokeSession(world.db, user.sessionId, clock.now());
  for (const open of portals) expect((await open(user, ZONE)).status).toBe(401);
});
