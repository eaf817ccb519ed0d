import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeId,
  prefixFault,
  readTopic,
  topicLevel,
  buildTopic,
} from "../../service/gateway/mqtt/topics.ts";

const storable = fc.string({ unit: "binary", minLength: 1 }).filter((id) => !id.includes("\0"));

describe("a location id in a topic", () => {
  it("survives a round trip, whatever it contains, and fills one level", () => {
    fc.assert(
      fc.property(storable, (id) => {
        expect(decodeId(topicLevel(id))).toBe(id);
        expect(topicLevel(id)).not.toMatch(/[/+#\0]/);
        const topic = buildTopic("acme/curtail", id, "measurement");
        expect(readTopic("acme/curtail", topic)).toEqual({ locationId: id, kind: "measurement" });
      }),
    );
  });

  it("has exactly one encoding", () => {
    expect(decodeId("loc%5F1")).toBeUndefined();
    expect(decodeId("a%2fb")).toBeUndefined();
    expect(decodeId("100%")).toBeUndefined();
    expect(decodeId("")).toBeUndefined();
    expect(decodeId("a%2Fb")).toBe("a/b");
  });

  it("never contains NUL, which no database can store", () => {
    for (const level of ["%00", "a%00", "%00b", "a%00b"]) {
      expect(decodeId(level)).toBeUndefined();
      expect(readTopic("curtail", `curtail/v1/locations/${level}/presence`)).toBeUndefined();
    }
    expect(decodeId("a%01b")).toBe("a\u0001b");
  });

  it("is read only from topics of this prefix and version", () => {
    expect(readTopic("curtail", "other/v1/locations/a/presence")).toBeUndefined();
    expect(readTopic("curtail", "curtail/v2/locations/a/presence")).toBeUndefined();
    expect(readTopic("curtail", "curtail/v1/locations/a/presence/x")).toBeUndefined();
    expect(readTopic("curtail", "curtail/v1/locations/a/colour")).toBeUndefined();
  });
});

describe("a topic prefix", () => {
  it.each(["curtail", "acme/curtail"])("may be %s", (prefix) => {
    expect(prefixFault(prefix)).toBeUndefined();
  });
  it.each(["", "/a", "a/", "a//b", "a/+", "#", "$SYS", "a\0"])("may not be %j", (prefix) => {
    expect(prefixFault(prefix)).toMatch(/^must be/);
  });
});
