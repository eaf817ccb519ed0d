import { expect, test } from "vitest";
import { exportMessages } from "../../lib/i18n/messages.ts";
import { describeTarget } from "../../lib/portal/audit-log/audit-export.ts";

const words = async (target: string | null, locale: "en" | "nl" = "en") =>
  describeTarget(target, await exportMessages(locale));

test("a control is labelled with its direction, its window in UTC, and its ids", async () => {
  const order = "group_id=grp_1 type=ZERO_EXPORT time_to=2026-10-25T01:15:00Z control_id=ctrl_1";
  expect(await words(order)).toBe(
    "immediately, until 2026-10-25 01:15:00 UTC; Group grp_1; Zero export; Control ctrl_1",
  );
  expect(await words("type=ZERO_EXPORT time_from=soon time_to=2026-10-25T01:15:00Z")).toBe(
    "soon – 2026-10-25 01:15:00 UTC; Zero export",
  );
});

test("an invitation is labelled with its e-mail address and role", async () => {
  expect(await words("kim@example.org level=viewer", "nl")).toBe("kim@example.org; Kijker");
});

test("a target that cannot be parsed is labelled as stored, and an empty one is empty", async () => {
  expect(await words("kim@example.org")).toBe("kim@example.org");
  expect(await words(null)).toBeNull();
});
