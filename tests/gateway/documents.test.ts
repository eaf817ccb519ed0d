import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import * as payloads from "../../service/gateway/mqtt/payloads.ts";
import { buildTopic, type TopicKind } from "../../service/gateway/mqtt/topics.ts";

const docs = new URL("../../docs/reference/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, docs), "utf8");

const shapes: Record<TopicKind, z.ZodType> = {
  setpoint: payloads.setpointPayload,
  acknowledgement: payloads.acknowledgementPayload,
  measurement: payloads.measurementPayload,
  presence: payloads.presencePayload,
  pause: payloads.pausePayload,
};
const kinds = Object.keys(shapes) as TopicKind[];

interface AsyncApi {
  asyncapi: string;
  channels: Record<string, { address: string; parameters: object }>;
  operations: Record<string, { action: string; channel: { $ref: string } }>;
  components: {
    messages: Record<string, { payload: Schema; examples: { payload: unknown }[] }>;
    schemas: Record<string, Schema>;
  };
}
type Schema = Record<string, unknown>;

const document = parse(read("devices.asyncapi.yaml")) as AsyncApi;

const WORDS = new Set(["$schema", "$defs", "description", "id"]);

/** The schema with its references resolved and without descriptions. */
function plain(schema: unknown, definitions: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => plain(one, definitions)).toSorted();
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, ...rest } = schema as Schema;
  if (typeof $ref === "string") return plain(definitions[$ref.split("/").at(-1)!], definitions);
  const told = Object.entries(rest).filter(([key]) => !WORDS.has(key));
  return Object.fromEntries(told.map(([key, value]) => [key, plain(value, definitions)]));
}

describe("the AsyncAPI document", () => {
  it("is AsyncAPI 3.0 and has exactly the channels of the code", () => {
    expect(document.asyncapi).toBe("3.0.0");
    const addresses = Object.values(document.channels).map(({ address }) => address);
    const inCode = kinds.map((kind) => buildTopic("{prefix}", "{locationId}", kind));
    expect(addresses.toSorted()).toEqual(inCode.toSorted());
    for (const { parameters } of Object.values(document.channels))
      expect(Object.keys(parameters)).toEqual(["prefix", "locationId"]);
  });

  it("has the service send setpoints and receive the rest", () => {
    const actions = Object.values(document.operations).map(({ action, channel }) => [
      channel.$ref.split("/").at(-1),
      action,
    ]);
    expect(Object.fromEntries(actions)).toEqual({
      setpoint: "send",
      acknowledgement: "receive",
      measurement: "receive",
      presence: "receive",
      pause: "receive",
    });
  });

  it.each(kinds)("describes the payload of %s as the code validates it", (kind) => {
    const inCode = z.toJSONSchema(shapes[kind], { io: "input" }) as Schema;
    const described = document.components.messages[kind]!.payload;
    expect(plain(described, document.components.schemas)).toEqual(
      plain(inCode, (inCode.$defs ?? {}) as Record<string, Schema>),
    );
  });

  it.each(kinds)("has valid examples of %s", (kind) => {
    const { examples } = document.components.messages[kind]!;
    expect(examples.length).toBeGreaterThan(0);
    for (const { payload } of examples) expect(shapes[kind].parse(payload)).toEqual(payload);
  });
});

describe("docs/reference/mqtt.md", () => {
  const text = read("mqtt.md");
  it("shows valid payloads", () => {
    const shown = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json]) =>
      JSON.parse(json!),
    );
    const [setpoint, acknowledgement, measurement, ...others] = shown;
    expect(others).toEqual([]);
    expect(shapes.setpoint.parse(setpoint)).toEqual(setpoint);
    expect(shapes.acknowledgement.parse(acknowledgement)).toEqual(acknowledgement);
    expect(shapes.measurement.parse(measurement)).toEqual(measurement);
  });

  it("names every topic", () => {
    for (const kind of kinds) expect(text).toContain(buildTopic("curtail", "<location_id>", kind));
  });
});
