import { connectAsync } from "mqtt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTopic } from "../../service/gateway/mqtt/topics.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { eventually, opened, setpointFor, type OpenedGateway } from "./gateway-harness.ts";

describe.each(brokers)("setpoints over %s", (kind) => {
  let broker: Broker;
  let service: OpenedGateway;
  const ends: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    broker = await startBroker(kind);
    service = await opened({ url: broker.url, clientId: "service" });
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await service.gateway.close();
    await broker.stop();
  });

  const device = async (locationId: string) => {
    const one = await MqttDevice.connect({ url: broker.url, locationId, devices: [] });
    ends.push(() => one.close());
    return one;
  };
  const dispatch = (...setpoints: Parameters<typeof setpointFor>[]) =>
    service.gateway.dispatch(
      setpoints.map((args) => setpointFor(...args)),
      Date.now(),
    );

  it("reach their location's topic as documented, and count as dispatched", async () => {
    const box = await device("loc_1");
    const nowMs = Date.now();
    const setpoint = setpointFor("loc_1", { limitKw: 1.5, validUntilMs: nowMs + 120_000 });
    expect(await service.gateway.dispatch([setpoint], nowMs)).toEqual(new Set(["loc_1"]));
    const got = await box.setpoint(1);
    expect(got).toMatchObject({
      topic: "curtail/v1/locations/loc_1/setpoint",
      control_id: "ctrl_1",
      type: "ZERO_EXPORT",
      limit_kw: 1.5,
      issued_at: new Date(nowMs).toISOString(),
      valid_until: new Date(nowMs + 120_000).toISOString(),
      revert: "normal",
    });
    expect(got.expiryS).toBeGreaterThan(60);
    expect(got.expiryS).toBeLessThanOrEqual(120);
  });

  it("are not sent once another instance dispatches", async () => {
    const box = await device("loc_2");
    const setpoints = [setpointFor("loc_1"), setpointFor("loc_2"), setpointFor("loc_3")];
    const may = [true, true, false];
    const taken = await service.gateway.dispatch(setpoints, Date.now(), () => may.shift()!);
    expect(taken).toEqual(new Set(["loc_1", "loc_2"]));
    await box.setpoint(1);
    const late = await device("loc_3");
    await dispatch(["loc_3", { controlId: "of the other" }]);
    expect(await late.setpoint(1)).toMatchObject({ control_id: "of the other" });
  });

  it("wait for a device that connects later, with the remaining time", async () => {
    await dispatch(["loc_1"]);
    const got = await (await device("loc_1")).setpoint(1);
    expect(got.retained).toBe(true);
    expect(got.expiryS).toBeLessThanOrEqual(120);
  });

  it("never reach a device that connects after they expired", async () => {
    const lapsesMs = Date.now() + 1_200;
    await dispatch(["loc_1", { controlId: "lapsed", validUntilMs: lapsesMs }]);
    await eventually(() => Date.now() > lapsesMs + 1_000, "lapsed");
    const box = await device("loc_1");
    await dispatch(["loc_1", { controlId: "current" }]);
    expect((await box.setpoint(1)).control_id).toBe("current");
  });

  it("are not published once they expired", async () => {
    expect(await dispatch(["loc_1", { validUntilMs: Date.now() - 1 }])).toEqual(new Set());
  });

  it("replace one another: the last one is retained, with the latest issued_at", async () => {
    const nowMs = Date.now();
    const told = ["first", "second"].map((controlId) => setpointFor("loc_1", { controlId }));
    const early = await device("loc_1");
    for (const setpoint of told) await service.gateway.dispatch([setpoint], nowMs);
    const [first, second] = [await early.setpoint(1), await early.setpoint(2)];
    expect(Date.parse(second.issued_at)).toBeGreaterThan(Date.parse(first.issued_at));
    const late = await device("loc_1");
    expect((await late.setpoint(1)).control_id).toBe("second");
  });

  it("are accepted by gateways at once after the service's clock was ahead and is set right", async () => {
    let aheadMs = 600_000;
    const now = () => Date.now() + aheadMs;
    const { gateway } = await opened({ url: broker.url, clientId: "ahead", now });
    ends.push(() => gateway.close());
    const box = await device("loc_1");
    const send = () =>
      gateway.dispatch([setpointFor("loc_1", { validUntilMs: now() + 120_000 })], now());
    await send();
    expect(Date.parse((await box.setpoint(1)).issued_at)).toBeGreaterThan(Date.now() + 500_000);
    // Within the tolerance of gateways the order stays as it is.
    aheadMs = 596_000;
    await send();
    const [first, second] = [await box.setpoint(1), await box.setpoint(2)];
    expect(Date.parse(second.issued_at)).toBeGreaterThan(Date.parse(first.issued_at));
    aheadMs = 0;
    await send();
    expect(Date.parse((await box.setpoint(3)).issued_at)).toBeLessThanOrEqual(Date.now());
  });

  it("published at the same time for one location: only the last is sent", async () => {
    const box = await device("loc_1");
    await dispatch(["loc_1", { controlId: "older" }], ["loc_1", { controlId: "newer" }]);
    expect((await box.setpoint(1)).control_id).toBe("newer");
  });

  it("end by a release, which is retained for five minutes", async () => {
    const nowMs = Date.now();
    await dispatch(["loc_1"]);
    const release = setpointFor("loc_1", { type: "RELEASE", limitKw: null, validUntilMs: nowMs });
    expect((await service.gateway.dispatch([release], nowMs)).size).toBe(1);
    const got = await (await device("loc_1")).setpoint(1);
    expect(got).toMatchObject({ type: "RELEASE", limit_kw: null, retained: true });
    expect(got.expiryS).toBeGreaterThan(240);
    expect(got.expiryS).toBeLessThanOrEqual(300);
  });

  it.each(["a/b", "a+b#c", "100%", "%2F", "Kerk straat ü 7", "tab\tnul\0", "$share", "日本", "."])(
    "reach the location with the id %j and no other",
    async (locationId) => {
      const box = await device(locationId);
      expect(await dispatch([locationId, { controlId: "odd" }])).toEqual(new Set([locationId]));
      expect(await box.setpoint(1)).toMatchObject({
        control_id: "odd",
        topic: buildTopic("curtail", locationId, "setpoint"),
      });
      expect(buildTopic("curtail", locationId, "setpoint").split("/")).toHaveLength(5);
    },
  );

  it("reach many locations at once, more than the broker accepts at a time", async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => `loc_${i}`);
    const boxes = await Promise.all([device("loc_0"), device("loc_1999")]);
    const taken = await dispatch(...ids.map((id): [string] => [id]));
    expect(taken.size).toBe(2_000);
    for (const box of boxes) await box.setpoint(1);
  });

  it("are published before closing completes", async () => {
    await service.gateway.close();
    expect(await dispatch(["loc_1"])).toEqual(new Set());
    const listener = await connectAsync(broker.url, { protocolVersion: 5 });
    const heard: string[] = [];
    listener.on("message", (topic) => void heard.push(topic));
    await listener.subscribeAsync("#");
    await listener.publishAsync("end", "", { qos: 0 });
    await eventually(() => heard.includes("end"), "end");
    expect(heard).toEqual(["end"]);
    await listener.endAsync();
  });
});
