import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toPauseKey, toPendingKey } from "@/components/controls/pause/control-gate.ts";
import {
  PendingApprovalsBadge,
  PendingApprovalsLink,
} from "@/components/controls/approvals/pending-approvals-badge.tsx";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const waits = (id: string, expires_at: string) => ({ id, expires_at }) as ApprovalRequest;
const first = waits("creq_1", "2026-06-10T12:20:00Z");
const second = waits("creq_2", "2026-06-10T12:12:00Z");
const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const line = (requests: ApprovalRequest[], locale: Locale = "en") =>
  renderToStaticMarkup(inLanguage(locale, <PendingApprovalsLink requests={requests} now={NOW} />));

test("one line announces a pending request with its deadline, and links to it", () => {
  expect(textOf(line([first]))).toBe("1 control awaits approval, until 14:20");
  expect(textOf(line([first], "nl"))).toBe("1 sturing wacht op goedkeuring, tot 14:20");
  expect(line([first])).toContain('href="/controls"');
});

test("with several pending requests it shows the earliest deadline", () => {
  expect(textOf(line([first, second]))).toBe("2 controls await approval, the first until 14:12");
});

test("without pending requests there is no line and no count", () => {
  expect(textOf(line([]))).toBe("");
  expect(renderToStaticMarkup(inLanguage("en", <PendingApprovalsBadge requests={[]} />))).toBe("");
});

test("the badge in the navigation has an accessible label", () => {
  const count = renderToStaticMarkup(
    inLanguage("en", <PendingApprovalsBadge requests={[first]} />),
  );
  expect(textOf(count)).toBe("1 1 awaits approval");
});

test("pages refresh when pending requests or the pause change, not when only the order does", () => {
  expect(toPendingKey({ data: [first, second] })).toBe(toPendingKey({ data: [second, first] }));
  expect(toPendingKey({ data: [first] })).not.toBe(toPendingKey({ data: [second] }));
  const pause = { paused: true, since: "2026-06-01T10:00:00Z", by: "ben", reason: "" };
  expect(toPauseKey(pause)).not.toBe(toPauseKey({ ...pause, paused: false }));
  expect(toPauseKey(pause)).not.toBe(toPauseKey({ ...pause, since: "2026-06-01T11:00:00Z" }));
  const late = { ...pause, setpoints_late_since: "2026-06-01T11:00:00Z" };
  expect(toPauseKey(pause)).not.toBe(toPauseKey(late));
  expect(toPauseKey(pause)).toBe(toPauseKey({ ...pause, setpoints_late_since: null }));
});
