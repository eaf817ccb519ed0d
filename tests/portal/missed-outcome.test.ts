import { expect, test } from "vitest";
import { getMissedOutcome } from "@/lib/controls/missed-outcome.ts";

const none = {
  addressed: 10,
  executed: 0,
  pending: 0,
  unknown: 0,
  failed: 0,
  unsupported: 0,
  not_dispatched: 0,
};

test.each([
  [{ executed: 10 }, null],
  [{ executed: 5, pending: 2, failed: 3 }, "failed"],
  [{ executed: 5, unknown: 4, failed: 1 }, "unknown"],
  [{ failed: 2, pending: 2 }, "failed"],
  [{ executed: 9, pending: 1 }, "pending"],
])("of %j, %s led to the shortfall", (devices, outcome) => {
  expect(getMissedOutcome({ ...none, ...devices })).toBe(outcome);
});
