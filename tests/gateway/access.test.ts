import { readFileSync } from "node:fs";
import { connectAsync } from "mqtt";
import { describe, expect, it } from "vitest";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { eventually, finishedMinute, opened, setpointFor } from "./gateway-harness.ts";

const documented = readFileSync(
  new URL("../../docs/how-to/connect-devices.md", import.meta.url),
  "utf8",
);
const acl = /^```acl\n([\s\S]*?)^```/m.exec(documented)?.[1] ?? "";
const users = { "curtail-service": "s", loc_1: "1", loc_2: "2" };

describe.runIf(brokers.includes("mosquitto"))(
  "the access rules in docs/how-to/connect-devices.md",
  () => {
    it("the documented access rules allow service and device, and no device near another", async () => {
      const { url, stop } = await startBroker("mosquitto", { users, acl });
      const login = { url, username: "curtail-service", password: "s" };
      const { gateway, lines, until } = await opened(login);
      const box = await MqttDevice.connect({
        url,
        locationId: "loc_1",
        username: "loc_1",
        password: "1",
        devices: [{ deviceId: "dev_1" }],
      });
      const stranger = await connectAsync(url, {
        protocolVersion: 5,
        username: "loc_2",
        password: "2",
      });
      const overheard: string[] = [];
      stranger.on("message", (topic) => void overheard.push(topic));
      await stranger.subscribeAsync("#", { qos: 1 });
      const forged = JSON.stringify({ measurements: [finishedMinute(9)] });
      const forge = (kind: string) =>
        stranger.publishAsync(`curtail/v1/locations/loc_1/${kind}`, forged, { qos: 1 });
      await expect(forge("measurement")).rejects.toThrow("Not authorized");
      await expect(forge("setpoint")).rejects.toThrow("Not authorized");

      const told = await gateway.dispatch([setpointFor("loc_1"), setpointFor("loc_2")], Date.now());
      expect(told.size).toBe(2);
      await box.setpoint(1);
      await box.measure([finishedMinute(3)]);
      const kept = await until((all) => all.acknowledgements.length > 0 && all.readings.length > 0);
      expect(kept.readings.map((one) => one.injectionKw)).toEqual([3]);
      expect(kept.presence.map((one) => one.locationId)).toContain("loc_1");
      await eventually(() => overheard.length > 0, "its own setpoint heard");
      expect(overheard).toEqual(["curtail/v1/locations/loc_2/setpoint"]);
      expect(lines.filter(({ level }) => level !== "info")).toEqual([]);

      await Promise.all([box.close(), stranger.endAsync(), gateway.close()]);
      await stop();
    });
  },
);
