import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { visibleRequests } from "@/components/controls/approvals/approval-requests.tsx";
import { PreviewWarnings } from "../../components/controls/issue/preview-warnings.tsx";
import { ApprovalRequestCard } from "@/components/controls/approvals/approval-request-card.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";
import { ANNA, pendingRequest as request } from "./pending-request.ts";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const BEN = "ben@example.org";
const shown = (
  one: ApprovalRequest,
  actor: string,
  { now = NOW, mayDecide = true, locale = "en" as Locale } = {},
) =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <ApprovalRequestCard
        request={one}
        actor={actor}
        now={now}
        onDecide={mayDecide ? () => {} : null}
      />,
    ),
  );

describe("an approval request", () => {
  test("can be approved or rejected by another operator, and withdrawn by its requester", () => {
    const toBen = shown(request, BEN);
    expect(toBen).toContain("Approve…");
    expect(toBen).toContain("Reject…");
    const toAnna = shown(request, ANNA);
    expect(toAnna).not.toContain("Approve…");
    expect(toAnna).toContain("Withdraw…");
    expect(toAnna).toContain("Another operator must approve it.");
    expect(shown(request, BEN, { mayDecide: false })).not.toContain("<button");
  });

  test("names the limit it exceeds and its effect", () => {
    const text = shown(request, BEN);
    expect(text).toContain(
      "The change is up to 52.4 kW; above 50 kW another operator must approve",
    );
    expect(text).toContain("15 devices");
    expect(text).toContain("Awaiting approval");
  });

  test("names the control that its approval cancels, where there is one", () => {
    const replacing = shown({ ...request, replaces: "ctrl_9" }, BEN);
    expect(replacing).toContain('href="/controls/ctrl_9"');
    expect(replacing).toMatch(/An approval cancels <a[^>]*>the control that it replaces/);
    expect(shown({ ...request, replaces: "ctrl_9" }, BEN, { locale: "nl" })).toMatch(
      /Goedkeuren annuleert <a[^>]*>de sturing die wordt vervangen/,
    );
    expect(shown({ ...request, replaces: null }, BEN)).not.toContain("An approval cancels");
    expect(shown(request, BEN)).not.toContain("An approval cancels");
  });

  test("that expired offers no decision, even before the portal has read the new state", () => {
    const text = shown(request, BEN, { now: Date.parse("2026-06-10T12:20:00Z") });
    expect(text).not.toContain("Approve…");
    expect(text).toContain("Expired");
    expect(text).toContain("nothing was issued");
  });

  test("shows its approval deadline, with the day if it is not today", () => {
    expect(shown(request, BEN)).toContain("Can be approved until 14:20");
    const tomorrow = { ...request, expires_at: "2026-06-11T09:00:00Z" };
    expect(shown(tomorrow, BEN)).toContain("Can be approved until tomorrow 11:00");
  });

  test("links to its control once approved, without claiming that it was executed", () => {
    const decided = { decided_by: BEN, decided_at: "2026-06-10T12:08:00Z" };
    const approved = { ...request, ...decided, state: "approved" as const, control_id: "ctrl_9" };
    const text = shown(approved, ANNA);
    expect(text).toContain('href="/controls/ctrl_9"');
    expect(text).toContain("the control was issued");
    expect(text).not.toMatch(/executed|delivered/i);
  });
});

describe("a decided approval request", () => {
  const rejected = (by: string): ApprovalRequest => ({
    ...request,
    state: "rejected",
    decided_by: by,
    decided_at: "2026-06-10T12:08:00Z",
  });
  const labels = (one: ApprovalRequest, locale: Locale = "en") =>
    shown(one, BEN, { locale }).replace(/<[^>]*>/g, "|");

  test("that its requester withdrew is called withdrawn, not rejected", () => {
    expect(labels(rejected(ANNA))).toContain("|Withdrawn|");
    expect(labels(rejected(ANNA))).not.toContain("Rejected");
    expect(labels(rejected(ANNA), "nl")).toContain("|Ingetrokken|");
    expect(labels(rejected(BEN))).toContain("|Rejected|");
  });

  test("keeps its original window", () => {
    expect(labels(rejected(ANNA))).toContain("Today, 14:05–15:00");
    const expired = { ...request, state: "expired" as const };
    expect(labels(expired)).toContain("Today, 14:05–15:00");
  });
});

test("pending requests come first, then those decided within the last hour, newest first", () => {
  const at = (decided_at: string | null, id: string): ApprovalRequest => ({
    ...request,
    id,
    state: decided_at ? "rejected" : "pending",
    decided_at,
  });
  const fresh = at("2026-06-10T12:00:00Z", "fresh");
  const old = at("2026-06-10T10:00:00Z", "old");
  const latest = [request, fresh, old];
  expect(visibleRequests([request], latest, NOW).map(({ id }) => id)).toEqual(["creq_1", "fresh"]);
  expect(visibleRequests([], [], NOW)).toEqual([]);
});

test.each([
  ["en", "The next is possible from 15:00:30."],
  ["nl", "De volgende kan vanaf 15:00:30."],
] as const)(
  "a zone at its hourly limit shows when the next control is possible: %s",
  (locale, words) => {
    const errors = [
      {
        pointer: "#",
        detail: "",
        code: "zone-per-hour",
        values: { limit: 3, requested: 4, from: "2026-06-10T13:00:30.000Z" },
      },
    ];
    const refused = {
      type: "urn:curtail:problem:conflict",
      title: "",
      status: 409,
      detail: "",
      errors,
    };
    const problem = { ...refused, code: "zone-limit", request_id: "req_1" };
    expect(renderToStaticMarkup(inLanguage(locale, <Failure problem={problem} />))).toContain(
      words,
    );
  },
);

describe("a preview", () => {
  const preview: ControlPreview = {
    time_from: request.time_from,
    time_to: request.time_to,
    type: request.type,
    results: [],
    locations: 12,
    devices: 15,
    unsupported: 0,
    no_recent_data: 0,
    overlapping: 0,
    overlaps: [],
  };
  const notes = (approval: ControlPreview["approval"], takesRequests = true) =>
    renderToStaticMarkup(
      inLanguage(
        "nl",
        <PreviewWarnings
          preview={{ ...preview, ...(approval && { approval }) }}
          takesRequests={takesRequests}
        />,
      ),
    );

  test("shows that approval is needed, and why", () => {
    expect(notes(request.needs)).toContain("Een andere operator moet dit eerst goedkeuren");
    expect(notes(request.needs)).toContain("52,4");
    expect(notes(request.needs, false)).toContain("dit portaal kan die niet aanvragen");
  });

  test("shows no approval notice if none is needed or the service reports none", () => {
    expect(notes([])).not.toContain("goedkeuren");
    expect(notes(undefined)).not.toContain("goedkeuren");
  });
});

test("a request decided between two readings is shown once, as decided", () => {
  const approved: ApprovalRequest = {
    ...request,
    state: "approved",
    decided_by: BEN,
    decided_at: "2026-06-10T12:07:30Z",
    control_id: "ctrl_1",
  };
  expect(visibleRequests([request], [approved], NOW)).toEqual([approved]);
  const another = { ...request, id: "creq_2" };
  expect(visibleRequests([another, request], [approved], NOW)).toEqual([another, approved]);
});
