import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  createSubmission,
  type PendingSubmission,
} from "@/components/controls/issue/pending-submission.ts";
import { OutcomeUnknown } from "@/components/controls/issue/outcome-unknown.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const order: PendingSubmission = {
  ...createSubmission(
    {
      by: "usr_1",
      target: { kind: "bidding_zone", id: "NL", name: "NL" },
      type: "ZERO_EXPORT",
      reason: null,
      approval: false,
      window: { from: Date.parse("2026-06-10T12:15Z"), to: Date.parse("2026-06-10T12:30Z") },
    },
    NOW,
  ),
  sentAt: NOW,
};
const text = (takesKey: boolean, now = NOW, locale: Locale = "en") =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <OutcomeUnknown
        order={order}
        problem={null}
        takesKey={takesKey}
        pending={false}
        now={now}
        onAgain={() => {}}
        onStartOver={() => {}}
      />,
    ),
  ).replace(/<[^>]*>/g, " ");

test("a control with unknown outcome is named, and can be retried if the service supports idempotency keys", () => {
  const said = text(true);
  expect(said).toContain("Sent: Zero export, Bidding zone NL, Wed 10 Jun 2026, 14:15–14:30.");
  expect(said).toContain("Never twice.");
  expect(said).toContain("Try again");
});

test("without idempotency keys, or after they expired, only a check is offered", () => {
  for (const said of [text(false), text(true, NOW + 24 * 3_600_000)]) {
    expect(said).toMatch(/Check the list of controls before issuing again/);
    expect(said).not.toContain("Try again");
    expect(said).not.toContain("Never twice");
  }
});

test("the same is shown in Dutch", () => {
  expect(text(true, NOW, "nl")).toContain("Opnieuw proberen");
});
