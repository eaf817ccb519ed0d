import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { brokers, startBroker } from "../support/broker.ts";
import { start } from "../support/start-process.ts";
import { eventually, opened, setpointFor } from "./gateway-harness.ts";

const SCRIPT = fileURLToPath(new URL("../../tools/device.ts", import.meta.url));
const startDevice = (...words: string[]) => start(words, {}, ["--import", "tsx"], SCRIPT);

describe("the reference device", () => {
  it("obeys a setpoint, acknowledges, reverts on expiry, obeys a release and disconnects", async () => {
    const broker = await startBroker(brokers.at(-1)!);
    const { gateway, until } = await opened({ url: broker.url });
    const ids = ["--inverter", "dev_1", "--battery", "dev_2"];
    const device = startDevice("--broker", broker.url, "--location", "loc/1", ...ids);
    await until(({ presence }) => presence.some(({ online }) => online));
    const tell = (more: Parameters<typeof setpointFor>[1]) =>
      gateway.dispatch([setpointFor("loc/1", more)], Date.now());

    await tell({ controlId: "short", validUntilMs: Date.now() + 10_000 });
    const { acknowledgements } = await until((all) => all.acknowledgements.length > 0);
    const followers = ["dev_1", "dev_2"].map((deviceId) => ({ deviceId, outcome: "executed" }));
    expect(acknowledgements[0]).toMatchObject({ controlId: "short", devices: followers });
    await eventually(() => device.said().includes("no more setpoints for short"), "reverted");
    await tell({ controlId: "long" });
    await eventually(() => device.said().includes("follows ZERO_EXPORT of long"), "follows");
    await tell({ controlId: "long", type: "RELEASE", limitKw: null });
    await eventually(() => device.said().includes("is released from long"), "released");

    device.child.kill("SIGTERM");
    expect(await device.ended).toBe(0);
    await until(({ presence }) => presence.at(-1)?.online === false);
    await gateway.close();
    await broker.stop();
  });

  it("prints its usage if arguments are missing", async () => {
    const device = startDevice("--broker", "mqtt://127.0.0.1:1");
    expect(await device.ended).toBe(1);
    expect(device.said()).toContain("--location LOCATION_ID");
  });
});
