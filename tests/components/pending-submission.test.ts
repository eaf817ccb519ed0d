import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  isRepeatable,
  savePending,
  createSubmission,
  markSent,
  loadPending,
  type PendingSubmission,
} from "@/components/controls/issue/pending-submission.ts";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const HOUR = 3_600_000;
const asked = {
  by: "usr_1",
  target: { kind: "group" as const, id: "grp_1", name: "Utrecht" },
  type: "ZERO_EXPORT" as const,
  reason: null,
  approval: false,
  window: { from: Date.parse("2026-06-10T12:15Z"), to: Date.parse("2026-06-10T12:30Z") },
};

beforeEach(() => {
  const places = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => places.get(name) ?? null,
    setItem: (name: string, text: string) => void places.set(name, text),
    removeItem: (name: string) => void places.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a pending submission", () => {
  test("has its own key that is valid in a header", () => {
    const keys = Array.from({ length: 50 }, () => createSubmission(asked, NOW).key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  test("that starts immediately starts in the minute it is first sent, not the minute it was prepared", () => {
    const from = Date.parse("2026-06-10T12:07Z");
    const order = createSubmission({ ...asked, window: { ...asked.window, from } }, NOW);
    const sent = markSent(order, NOW + 60_000);
    expect(sent.window).toEqual({ from: from + 60_000, to: asked.window.to });
    expect(markSent(sent, NOW + 180_000)).toEqual(sent);
    expect(markSent(createSubmission(asked, NOW), NOW + 60_000).window).toEqual(asked.window);
  });

  test("keeps its body byte for byte when it is sent again later", () => {
    const order: PendingSubmission = { ...createSubmission(asked, NOW), sentAt: NOW };
    savePending(order);
    expect(loadPending("usr_1")).toEqual(order);
    expect(loadPending("usr_1")!.body).toEqual({
      type: "ZERO_EXPORT",
      time_from: "2026-06-10T12:15:00.000Z",
      time_to: "2026-06-10T12:30:00.000Z",
    });
  });

  test("that was never sent is not restored after a reload", () => {
    savePending(createSubmission(asked, NOW));
    expect(loadPending("usr_1")).toBeNull();
  });

  test("belongs to one user, and is removed once its outcome is known", () => {
    savePending({ ...createSubmission(asked, NOW), sentAt: NOW });
    expect(loadPending("usr_2")).toBeNull();
    savePending(null);
    expect(loadPending("usr_1")).toBeNull();
  });

  test("is not retried once the service may have dropped its key", () => {
    const order = { ...createSubmission(asked, NOW), sentAt: NOW };
    expect(isRepeatable(order, NOW + 22 * HOUR)).toBe(true);
    expect(isRepeatable(order, NOW + 24 * HOUR)).toBe(false);
  });

  test("is sent even if the browser cannot store anything", () => {
    vi.stubGlobal("sessionStorage", undefined);
    expect(() => savePending({ ...createSubmission(asked, NOW), sentAt: NOW })).not.toThrow();
    expect(loadPending("usr_1")).toBeNull();
  });
});
