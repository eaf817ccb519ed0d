import { expect, test } from "vitest";
import { ByteCache } from "../../service/api/byte-cache.ts";

const MIB = 1024 * 1024;

test("a cache of 32 MiB holds the last used values", () => {
  const cache = new ByteCache<string>();
  cache.set("a", "first", 15 * MIB);
  cache.set("b", "second", 15 * MIB);
  expect(cache.get("a")).toBe("first");
  cache.set("c", "third", 15 * MIB);
  expect(cache.get("b")).toBeUndefined();
  expect([cache.get("a"), cache.get("c")]).toEqual(["first", "third"]);
  cache.set("a", "again", 16 * MIB);
  expect([cache.get("a"), cache.get("c")]).toEqual(["again", "third"]);
});

test("a cache holds only so many values of which each takes nothing", () => {
  const cache = new ByteCache<string>();
  for (let n = 0; n < 50_000; n++) cache.set(`${n}`, "", 0);
  expect(cache.get("0")).toBeUndefined();
  expect(cache.get("16000")).toBeUndefined();
  expect(cache.get("40000")).toBe("");
  expect(cache.get("49999")).toBe("");
});
