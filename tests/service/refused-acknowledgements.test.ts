import { connectAsync } from "mqtt";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore } from "../../service/store/store.ts";
import { SimulatedFleet } from "../../tools/simulator/simulated-fleet.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T10:00:30Z";
const START_MS = Date.parse(START);
const MINUTE_MS = 60_000;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const USERS = { service: "1", simulator: "2" };
/** The rules of the guide, except for the acknowledgements of the simulator. */
const RULES = [
  "user service",
  "topic readwrite #",
  "user simulator",
  "topic read curtail/v1/locations/+/setpoint",
  "topic write curtail/v1/locations/+/measurement",
  "topic write curtail/v1/locations/+/presence",
].join("\n");

describe.runIf(brokers.includes("mosquitto"))("a simulator", () => {
  it("says so and goes on when the broker refuses its acknowledgements", async () => {
    const broker = await startBroker("mosquitto", { users: USERS, acl: RULES });
    onTestFinished(() => broker.stop());
    const world: World = await World.open(START, {
      demo: 1,
      settings: { DEMO_DEVICES: "mqtt", MQTT_URL: broker.url },
      field: (onReport) =>
        openMqttGateway({
          url: broker.url,
          username: "service",
          password: USERS.service,
          now: () => world?.nowMs ?? START_MS,
          onReport,
          log: quiet,
          clientId: "service",
        }),
    });
    onTestFinished(() => world.close());
    const store = await openStore(world.databaseUrl, () => {});
    const client = await connectAsync(broker.url, {
      protocolVersion: 5,
      username: "simulator",
      password: USERS.simulator,
    });
    onTestFinished(async () => {
      await client.endAsync(true);
      await store.close();
    });
    const lines: string[] = [];
    const fleet = new SimulatedFleet(client, {
      db: store.db,
      prefix: "curtail",
      now: () => world.nowMs,
      log: (line) => lines.push(line),
      outages: false,
    });
    await fleet.update(await loadSites(store.db, { kind: "simulated" }));
    await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T10:30:00Z" },
    });
    await vi.waitFor(
      () =>
        expect(lines).toContain(
          "did not acknowledge setpoints: Publish error: Not authorized; trying again",
        ),
      { timeout: 20_000 },
    );
    world.setClock(START_MS + MINUTE_MS);
    await expect(fleet.report()).rejects.toThrow("Not authorized");
    await fleet.close();
  });
});
