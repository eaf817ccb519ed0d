import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import {
  ApprovalDialog,
  ApprovalSummary,
} from "@/components/controls/approvals/approval-dialog.tsx";
import { isPermanentRefusal, type Decision } from "@/components/controls/approvals/use-approval.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { inLanguage } from "./in-language.tsx";
import { ANNA, pendingRequest } from "./pending-request.ts";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const effect = (before: number, after: number) => ({
  time_from: "2026-06-10T12:07:00Z",
  time_to: "2026-06-10T13:00:00Z",
  isp: 57,
  before,
  after,
  delta: after - before,
});
const request: ApprovalRequest = {
  ...pendingRequest,
  reason: "grid",
  results: [{ ...effect(20, -20), time_from: "2026-06-10T12:05:00Z" }],
  energy_kwh: -36.7,
  change_kw: 40,
  needs: [],
};
const preview: ControlPreview = {
  time_from: "2026-06-10T12:07:00Z",
  time_to: request.time_to,
  type: request.type,
  results: [effect(10, -20)],
  locations: 11,
  devices: 14,
  unsupported: 0,
  no_recent_data: 2,
  overlapping: 1,
  overlaps: [
    {
      id: "ctrl_3",
      type: "ZERO_EXPORT",
      target: { kind: "bidding_zone", id: "NL", name: "NL" },
      time_from: "2026-06-10T12:00:00Z",
      effective_to: "2026-06-10T12:30:00Z",
    } as ControlPreview["overlaps"][number],
  ],
};
const offers = {
  replaces: true,
  prices: true,
  summaries: true,
  value: false,
  preview: true,
  cancel: true,
  reason: true,
  key: true,
  request: true,
};
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const question = (previewed: { offered: boolean; preview: ControlPreview | null }) =>
  textOf(
    renderToStaticMarkup(
      inLanguage(
        "en",
        <ApprovalSummary
          request={request}
          previewed={{ problem: null, retry: () => {}, ...previewed }}
          capabilities={offers}
          now={NOW}
        />,
      ),
    ),
  );

describe("the preview in the approval dialog", () => {
  test("shows devices, energy, reason, end and consequence as calculated now", () => {
    const text = question({ offered: true, preview });
    expect(text).toContain(`${ANNA} requested this.`);
    expect(text).toMatch(/This addresses 14 devices at 11 locations/);
    expect(text).toContain("−26.5 kWh of net injection if it starts at 14:07");
    expect(text).toContain("Grid");
    expect(text).toContain("until Wed 10 Jun 2026, 15:00");
    expect(text).toContain("Solar energy is lost");
    expect(text).toContain("until then it can be cancelled");
  });

  test("warns once about locations that may not respond, and names overlapping controls", () => {
    const text = question({ offered: true, preview });
    expect(text.match(/No data from 2 locations/g)).toHaveLength(1);
    expect(text).toContain("Overlaps 1 earlier control");
  });

  test("is shown next to the preview from the time of the request", () => {
    expect(question({ offered: true, preview })).toContain(
      "Previewed at request: −36.7 kWh, 15 devices at 12 locations.",
    );
  });

  test("falls back to the preview from the time of the request, marked as such, if the service offers none", () => {
    const text = question({ offered: false, preview: null });
    expect(text).toContain("This service offers no preview");
    expect(text).toMatch(/This addresses 15 devices at 12 locations/);
    expect(text).toContain("−36.7 kWh of net injection if it starts at 14:05");
  });
});

describe("the approval dialog", () => {
  const asked = (kind: Decision["kind"], one = request, told = offers) =>
    renderToStaticMarkup(
      inLanguage(
        "en",
        <ApprovalDialog
          decision={{ kind, request: one }}
          capabilities={told}
          now={NOW}
          onDone={() => {}}
          onClose={() => {}}
        />,
      ),
    );
  const group = { ...request, target: { kind: "group" as const, id: "grp_1", name: "North" } };
  const answers = (markup: string) =>
    [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)]
      .map(([, attributes, label]) => ({
        label: textOf(label!).trim(),
        isOff: / disabled=""/.test(attributes!),
      }))
      .filter(({ label }) => label !== "");

  test("requires the code of a bidding zone, and no code for a group", () => {
    expect(asked("approve")).toContain("Type NL to confirm the whole bidding zone");
    expect(asked("approve", group)).not.toContain("<input");
    expect(asked("reject")).not.toContain("<input");
  });

  test("disables approval until the current preview is loaded", () => {
    const yes = { label: "Approve and issue", isOff: true };
    expect(answers(asked("approve", group))).toContainEqual(yes);
    const told = { ...offers, preview: false };
    expect(answers(asked("approve", group, told))).toContainEqual({ ...yes, isOff: false });
  });

  test("reports a request that was withdrawn, decided or has expired, and offers only to close", () => {
    const decided_at = "2026-06-10T12:07:00Z";
    const withdrawn = { ...request, state: "rejected" as const, decided_by: ANNA, decided_at };
    const expired = { ...request, expires_at: "2026-06-10T12:07:30Z" };
    for (const [one, words] of [
      [withdrawn, `Withdrawn by ${ANNA}`],
      [expired, "Expired"],
    ] as const) {
      for (const kind of ["approve", "reject"] as const) {
        const markup = asked(kind, one);
        expect(textOf(markup)).toContain(words);
        expect(answers(markup)).toEqual([{ label: "Close", isOff: false }]);
        expect(markup).not.toContain("<input");
      }
    }
  });
});

test("keeps a permanent refusal on screen, and lets a pause be retried", () => {
  const refused = (code: string, status = 409) =>
    isPermanentRefusal({ type: "", title: "", status, detail: "", request_id: "req_1", code });
  expect(
    ["request-decided", "request-expired", "request-outgrown"].every((code) => refused(code)),
  ).toBe(true);
  expect(refused("paused")).toBe(false);
  expect(refused("zone-limit")).toBe(false);
  expect(isPermanentRefusal(null)).toBe(false);
});
