import { beforeEach, describe, expect, test, vi } from "vitest";
import { LiveFeed } from "../../components/live/event-stream.ts";
import { liveStatus } from "../../lib/contract/index.ts";
import { PortalError } from "../../lib/portal/context/errors.ts";
import { revokeSession, type User } from "../../lib/portal/db/sessions.ts";
import { SharedPolls } from "../../lib/portal/live/live-poll.ts";
import { API_KEY } from "./fake-service.ts";
import { collectEvents, HeldClock, liveService, openings } from "./live-world.ts";
import { control, detail } from "./fixtures.ts";
import { portalWorld } from "./portal-world.ts";

const world = portalWorld();
const ZONE = "bidding-zone:NL";

let clock: HeldClock;
let plant: Awaited<ReturnType<typeof liveService>>;
let open: ReturnType<typeof openings>;

beforeEach(async () => {
  clock = new HeldClock();
  plant = await liveService(clock);
  open = openings(world, clock, plant.service);
});

const polled = () => plant.service.seen.filter(({ path }) => path.endsWith("NL/status")).length;
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000, interval: 5 });

/** A user's stream after its first event; the clock stands still between steps. */
async function following(user: User, area = ZONE) {
  const stream = collectEvents(await open(user, area));
  await until(() => expect(stream.names()).toContain("status"));
  return stream;
}

/** A page that hears the events of a stream when it is told to. */
function pageOf({ heard }: ReturnType<typeof collectEvents>) {
  const listeners = new Map<string, (event: { data: string }) => void>();
  const addEventListener = (name: string, listener: never) => void listeners.set(name, listener);
  const ignored = () => undefined;
  const feed = new LiveFeed(
    "/api/live",
    { changed: ignored, status: ignored, unchanged: ignored, controls: ignored },
    {
      open: () => ({ addEventListener, close: ignored }) as never,
      now: () => clock.now().getTime(),
      after: () => ignored,
      isSignedOut: () => false,
    },
  );
  feed.open();
  const hear = () => {
    for (const { name, data } of heard.splice(0))
      listeners.get(name)!({ data: JSON.stringify(data) });
  };
  return { hear, at: () => feed.state.at };
}

describe("a live stream", () => {
  test("sends the area's status at once, in the contract's shape", async () => {
    const response = await open(await world.staff(), ZONE);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const stream = collectEvents(response);
    await until(() => expect(stream.names()).toEqual(["status", "controls"]));
    liveStatus.parse(stream.last("status"));
  });

  test("sends changes, and nothing without a change", async () => {
    const stream = await following(await world.staff());
    await until(() => expect(stream.names()).toContain("controls"));
    const before = polled();
    clock.pass(5_000);
    await until(() => expect(polled()).toBe(before + 1));
    expect(stream.names().filter((name) => name === "status")).toHaveLength(1);
    plant.state.status = { ...plant.state.status, actual: 13 };
    await until(() => {
      clock.pass(5_000);
      expect(stream.last("status")).toMatchObject({ actual: 13 });
    });
  });

  test("sends a heartbeat every 15 seconds with the time of the latest reading", async () => {
    const stream = await following(await world.staff());
    clock.pass(15_000);
    await until(() => expect(stream.names()).toContain("alive"));
    expect(Date.parse((stream.last("alive") as { read_at: string }).read_at)).toBeLessThanOrEqual(
      clock.now().getTime(),
    );
  });

  test("sends an event when the list of controls changed", async () => {
    const stream = await following(await world.staff());
    await until(() => expect(stream.names()).toContain("controls"));
    const before = stream.last("controls");
    plant.state.controls = [detail(control("ctrl_2")), ...plant.state.controls];
    await until(() => {
      clock.pass(5_000);
      expect(stream.last("controls")).not.toEqual(before);
    });
  });

  test("reports that the service is unavailable, and resumes when it is back", async () => {
    const stream = await following(await world.staff());
    plant.state.away = true;
    await until(() => {
      clock.pass(5_000);
      expect(stream.names()).toContain("problem");
    });
    expect(stream.last("problem")).toMatchObject({ status: 503 });
    plant.state.away = false;
    await until(() => {
      clock.pass(5_000);
      expect(stream.names().at(-1)).toBe("alive");
    });
  });

  test("leaves a page as old as its figures while the service is unavailable", async () => {
    const stream = await following(await world.staff());
    const page = pageOf(stream);
    page.hear();
    const readAt = page.at();
    plant.state.away = true;
    await until(() => {
      clock.pass(1_000);
      expect(stream.names()).toContain("problem");
    });
    clock.pass(15_000);
    await until(() => expect(stream.last("alive")).toEqual({ read_at: null }));
    page.hear();
    expect(page.at()).toBe(readAt);
  });

  test("never contains the key", async () => {
    const stream = await following(await world.staff());
    plant.state.away = true;
    await until(() => {
      clock.pass(5_000);
      expect(stream.names()).toContain("problem");
    });
    expect(JSON.stringify(stream.heard)).not.toContain(API_KEY);
  });
});

describe("any number of subscribers to an area", () => {
  test("begin with the problem of the last poll, not with the result before it", async () => {
    const polls = new SharedPolls(clock);
    let isAway = false;
    const read = async (requestId: string) => {
      if (isAway) throw new PortalError("unavailable", "Try again later.", requestId);
      return 1;
    };
    const subscribe = () => {
      const told: string[] = [];
      const onResult = () => void told.push("result");
      const onError = () => void told.push("problem");
      polls.subscribe({ key: "a", read, getVersion: String }, { onResult, onError });
      return told;
    };
    const first = subscribe();
    await until(() => expect(first).toEqual(["result"]));
    expect(subscribe()).toEqual(["result"]);
    isAway = true;
    clock.pass(5_000);
    await until(() => expect(first).toEqual(["result", "problem"]));
    expect(subscribe()).toEqual(["problem"]);
    isAway = false;
    clock.pass(5_000);
    await until(() => expect(first.at(-1)).toBe("result"));
    expect(subscribe()).toEqual(["result"]);
  });

  test("cause one request to the service, and none once all have left", async () => {
    const staff = await world.staff();
    const streams = [await following(staff), await following(staff), await following(staff)];
    const opened = polled();
    expect(opened).toBe(3 + 1);
    clock.pass(5_000);
    await until(() => expect(polled()).toBe(opened + 1));
    for (const stream of streams) await stream.leave();
    await until(() => expect(clock.waits).toBe(0));
    const left = polled();
    clock.pass(60_000);
    expect(polled()).toBe(left);
  });

  test("get the same changes at two portals, also with the session of the other", async () => {
    const staff = await world.staff();
    const other = openings(world, clock, plant.service);
    const streams = [await following(staff), collectEvents(await other(staff, ZONE))];
    plant.state.status = { ...plant.state.status, actual: 13 };
    await until(() => {
      clock.pass(5_000);
      for (const stream of streams) expect(stream.last("status")).toMatchObject({ actual: 13 });
    });
  });

  test("are limited to four streams per session, and a closed stream frees its slot", async () => {
    const staff = await world.staff();
    const streams = await Promise.all([1, 2, 3, 4].map(() => following(staff)));
    const refused = await open(staff, ZONE);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect((await open(await world.staff(), ZONE)).status).toBe(200);
    await streams[0]!.leave();
    expect((await open(staff, ZONE)).status).toBe(200);
  });

  test("leave nothing behind when a browser disconnects", async () => {
    const gone = new AbortController();
    const stream = collectEvents(await open(await world.staff(), ZONE, gone.signal));
    await until(() => expect(stream.names()).toContain("status"));
    gone.abort();
    await stream.reading;
    await until(() => expect(clock.waits).toBe(0));
  });
});

test("are closed when the program stops", async () => {
  const stream = await following(await world.staff());
  open.stop();
  await stream.reading;
  await until(() => expect(clock.waits).toBe(0));
});

describe("the right to subscribe", () => {
  test.each([
    ["nobody", "nobody", ZONE, 401],
    ["a customer, the zone", "anna", ZONE, 403],
    ["a customer, a group", "anna", "group:grp_north", 403],
    ["a customer, another's location", "anna", "location:loc_bram", 404],
    ["a customer, their own location", "anna", "location:loc_anna", 200],
    ["staff, any location", "staff", "location:loc_bram", 200],
    ["an area there is no word for", "staff", "planet:earth", 422],
  ] as const)("%s", async (_, who, area, status) => {
    const user = who === "nobody" ? null : await world[who]();
    expect((await open(user, area)).status).toBe(status);
  });

  test("a stream of a revoked session ends within 15 seconds", async () => {
    const staff = await world.staff();
    const stream = await following(staff);
    await revokeSession(world.db, staff.sessionId, clock.now());
    clock.pass(15_000);
    await until(() => expect(stream.isOver()).toBe(true));
    expect((await open(staff, ZONE)).status).toBe(401);
  });

  test("a stream of a valid session continues after a minute", async () => {
    const stream = await following(await world.anna(), "location:loc_anna");
    const asked = () => plant.service.seen.filter(({ path }) => path === "/v1/locations/loc_anna");
    const before = asked().length;
    clock.pass(60_000);
    await until(() => expect(asked().length).toBeGreaterThan(before));
    plant.state.status = { ...plant.state.status, actual: 14 };
    await until(() => {
      clock.pass(5_000);
      expect(stream.last("status")).toMatchObject({ actual: 14 });
    });
    expect(stream.isOver()).toBe(false);
  });
});
