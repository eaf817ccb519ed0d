import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfirmDialog } from "@/components/controls/issue/confirm-dialog.tsx";
import { createSubmission } from "@/components/controls/issue/pending-submission.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const at = (moment: string) => Date.parse(`2026-06-10T${moment}Z`);
const NOW = at("07:59:00");
const group = { kind: "group", id: "grp_1", name: "Noord" } as const;
const orderOf = (from: string, to: string) =>
  createSubmission(
    {
      by: "usr_1",
      target: group,
      type: "ZERO_EXPORT",
      reason: null,
      approval: false,
      window: { from: at(from), to: at(to) },
    },
    NOW,
  );
const runsOut = orderOf("07:59:00", "08:00:00");
const begins = orderOf("08:00:00", "08:15:00");

interface Shown {
  order?: typeof runsOut;
  now?: number;
  pending?: boolean;
  status?: number;
  locale?: Locale;
}

function shown({ order = runsOut, now = NOW, pending = false, status, locale = "en" }: Shown) {
  const problem: Problem | null = status
    ? { type: "urn:curtail:problem:x", title: "x", status, detail: "x", request_id: "" }
    : null;
  return renderToStaticMarkup(
    inLanguage(
      locale,
      <ConfirmDialog
        order={order}
        preview={null}
        canCancel
        takesReason
        now={now}
        pending={pending}
        problem={problem}
        onClose={() => undefined}
        onConfirm={() => undefined}
      />,
    ),
  );
}

const alertOf = (html: string) => /role="alert"[^>]*>([^<]*)</.exec(html)?.[1] ?? null;
const isDisabled = (html: string) => /<button type="submit" disabled=""/.test(html);

test("a confirmation whose window ends while it is open shows that and cannot be confirmed", () => {
  expect(isDisabled(shown({ now: at("07:59:59") }))).toBe(false);
  const late = shown({ now: at("08:00:00") });
  expect(alertOf(late)).toBe("This window ended at 10:00. Nothing was issued.");
  expect(isDisabled(late)).toBe(true);
  expect(late).toContain("Choose another window");
  expect(late).not.toMatch(/From the minute you confirm|ends by itself/);
  expect(alertOf(shown({ now: at("08:00:00"), locale: "nl" }))).toMatch(
    /^Deze periode is om 10:00/,
  );
});

test("the same holds for an explicit start that passes, but not within its minute", () => {
  expect(isDisabled(shown({ order: begins, now: at("08:00:59") }))).toBe(false);
  const late = shown({ order: begins, now: at("08:01:00") });
  expect(alertOf(late)).toMatch(/^The start of this window, 10:00/);
  expect(isDisabled(late)).toBe(true);
});

test("a submission in progress is not reported as late", () => {
  expect(alertOf(shown({ now: at("08:00:01"), pending: true }))).toBeNull();
});

test("a permanent refusal cannot be retried, and any other can", () => {
  expect([401, 422].map((status) => isDisabled(shown({ status })))).toEqual([true, true]);
  expect([0, 409, 429, 503].some((status) => isDisabled(shown({ status })))).toBe(false);
});
