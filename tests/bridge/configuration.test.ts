import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toClientOptions } from "../../bridge/broker/broker-options.ts";
import { ConfigurationError, readConfiguration } from "../../bridge/config.ts";
import { makeCertificates } from "../gateway/certificates.ts";
import { stateFolder } from "./test-site.ts";

const ADDRESS = "mqtts://broker.example:8883";

/** The file of a configuration with these fields. */
function configured(more: object): string {
  const file = join(stateFolder(), "bridge.json");
  const units = [{ modbus: "127.0.0.1:502/1", inverter: "dev_pv" }];
  writeFileSync(
    file,
    JSON.stringify({ location: "loc_1", mqtt: { url: ADDRESS }, units, ...more }),
  );
  return file;
}

const read = (more: object) => readConfiguration(["--config", configured(more)]).config;

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

  it.each([
    [{ url: "mqtt://broker", ca_file: "ca.pem" }, "url must be mqtts:// or wss://"],
    [
      { url: "ws://broker", certificate_file: "c", key_file: "k" },
      "url must be mqtts:// or wss://",
    ],
    [{ url: ADDRESS, certificate_file: "c" }, "key_file must be given"],
    [{ url: ADDRESS, key_file: "k" }, "certificate_file must be given"],
  ])("refuses %j, as its files would do nothing", (settings, sentence) => {
    const will = { topic: "t", payload: "" };
    expect(() => toClientOptions(settings, will)).toThrow(sentence);
    for (const broker of ["mqtt", "home_assistant"])
      expect(faultOf({ [broker]: settings })).toContain(`${broker}.${sentence.replace(" ", ": ")}`);
  });

  it.each(["", "+", "acme/#", "/curtail", "curtail/", "a//b", "$SYS/curtail", "a\u0000b"])(
    "refuses the prefix %j, which is no part of a topic",
    (prefix) => {
      expect(faultOf({ prefix })).toContain(
        "prefix: must be topic levels such as curtail or acme/",
      );
    },
  );

  it("refuses such a prefix as an argument, and takes levels", () => {
    const args = ["--location", "loc_1", "--mqtt", ADDRESS, "--modbus", "127.0.0.1:502"];
    for (const prefix of ["", "acme/#"])
      expect(() => readConfiguration([...args, "--prefix", prefix])).toThrow("prefix: must be");
    const { config } = readConfiguration([...args, "--prefix", "acme/curtail"]);
    expect(config.prefix).toBe("acme/curtail");
    expect(readConfiguration(args).config.prefix).toBe("curtail");
  });

  it("takes no file but a PEM file for a certificate", () => {
    const ca_file = join(stateFolder(), "ca.pem");
    writeFileSync(ca_file, "nothing");
    const settings = { url: ADDRESS, ca_file };
    const will = { topic: "t", payload: "" };
    expect(faultOf({ mqtt: settings })).toBe(`mqtt.ca_file: ${ca_file} must be a PEM file`);
    expect(() => toClientOptions(settings, will)).toThrow("must be a PEM file");
    writeFileSync(ca_file, "-----BEGIN CERTIFICATE-----\n");
    expect(read({ mqtt: settings }).mqtt).toEqual(settings);
    expect(toClientOptions(settings, will).ca).toEqual(readFileSync(ca_file));
  });

  it("takes no certificate and key that are damaged or do not belong together", () => {
    const made = makeCertificates();
    if (!made) return console.warn("\nLEFT OUT: client certificates; openssl is not installed.\n");
    const { certificateFile: certificate_file, keyFile: key_file, caFile } = made;
    const damaged = join(stateFolder(), "damaged.pem");
    writeFileSync(damaged, "-----BEGIN CERTIFICATE-----\n");
    const settings = { url: ADDRESS, certificate_file, key_file };
    expect(read({ mqtt: settings }).mqtt).toEqual(settings);
    for (const [field, file] of [
      ["certificate_file", damaged],
      ["key_file", damaged],
      ["key_file", caFile.replace("ca.pem", "ca.key")],
    ])
      expect(faultOf({ home_assistant: { ...settings, [field!]: file } })).toContain(
        `home_assistant.${field}: ${file} cannot be used: `,
      );
  });

  it("needs no password for a check, which does not connect", () => {
    const settings = { url: ADDRESS, password_file: "/missing/password" };
    expect(faultOf({ mqtt: settings })).toContain("mqtt.password_file: /missing/password cannot");
    const file = configured({ mqtt: settings });
    expect(readConfiguration(["check", "--config", file]).config.mqtt).toEqual(settings);
  });
});
