import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, readConfiguration } from "../../bridge/config.ts";
import { stateFolder } from "./test-site.ts";

const URL = "mqtts://broker.example:8883";

function read(more: object) {
  const file = join(stateFolder(), "bridge.json");
  const units = [{ modbus: "127.0.0.1:502/1", inverter: "dev_pv" }];
  writeFileSync(file, JSON.stringify({ location: "loc_1", mqtt: { url: URL }, units, ...more }));
  return readConfiguration(["--config", file]).config;
}

function faultOf(more: object): string {
  try {
    read(more);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}

describe("the configuration of a bridge", () => {
  it.each(["mqtt", "home_assistant"])("names what is wrong with the address of %s", (broker) => {
    for (const url of ["broker.example", "http://broker.example", "mqtt://"])
      expect(faultOf({ [broker]: { url } })).toContain(`${broker}.url: must be such as mqtts://`);
  });

  it.each(["mqtt", "home_assistant"])("takes no password in the address of %s", (broker) => {
    const fault = faultOf({ [broker]: { url: "mqtt://loc_1:s3cret@broker.example" } });
    expect(fault).toContain(`${broker}.url: must not hold a user: set username and password_file`);
    expect(fault).not.toContain("s3cret");
  });
});
