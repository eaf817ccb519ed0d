import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  hasTooManyValues,
  parseInBatches,
} from "../../lib/portal/service-client/response-parser.ts";

const list = z.object({ data: z.array(z.object({ id: z.string(), parts: z.array(z.number()) })) });
const item = (id: number, parts = 23) => ({
  id: String(id),
  parts: Array.from({ length: parts }, (_, part) => part),
});

afterEach(() => vi.restoreAllMocks());

test("a long list is validated chunk by chunk, and returned complete and in order", () => {
  const held = vi.spyOn(list, "safeParse");
  const data = Array.from({ length: 10_000 }, (_, id) => ({ ...item(id), more: true }));
  const read = parseInBatches(list, { data });
  expect(read).toEqual({ value: { data: Array.from({ length: 10_000 }, (_, id) => item(id)) } });
  const parts = held.mock.calls.map(([given]) => (given as { data: unknown[] }).data.length);
  // 27 values each: 5,000 at once are 185 of them.
  expect(parts).toEqual([...Array.from({ length: 54 }, () => 185), 10]);
});

test("the first invalid chunk stops validation, with its position", () => {
  const held = vi.spyOn(list, "safeParse");
  const data = Array.from({ length: 1_000_000 }, () => ({}));
  expect(parseInBatches(list, { data })).toEqual({ wrongAt: "data.0.id" });
  expect(held).toHaveBeenCalledTimes(1);
});

test("a single large object passes within limits, and so does an empty list", () => {
  const few = item(1);
  expect(parseInBatches(list, { data: [item(0, 19_997), few] })).toHaveProperty("value");
  expect(parseInBatches(list, { data: [few, item(0, 19_998)] })).toHaveProperty("wrongAt");
  expect(parseInBatches(list, { data: [] })).toEqual({ value: { data: [] } });
  const one = z.object({ parts: z.array(z.number()) });
  expect(parseInBatches(one, { parts: item(0, 19_998).parts })).toHaveProperty("value");
  expect(parseInBatches(one, { parts: item(0, 19_999).parts })).toHaveProperty("wrongAt");
});

test("an answer that would expand to many times its size is not parsed", () => {
  expect(hasTooManyValues(Buffer.from("{},".repeat(500_000)))).toBe(false);
  expect(hasTooManyValues(Buffer.from("{},".repeat(500_001)))).toBe(true);
  expect(hasTooManyValues(Buffer.from("x".repeat(2_000_000)))).toBe(false);
});
