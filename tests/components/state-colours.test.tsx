import type { ComponentType, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AlertItem } from "@/components/alerts/alert-item.tsx";
import { AlertBell } from "@/components/alerts/alert-bell.tsx";
import { ApprovalRequestCard } from "@/components/controls/approvals/approval-request-card.tsx";
import {
  PendingApprovalsBadge,
  PendingApprovalsLink,
} from "@/components/controls/approvals/pending-approvals-badge.tsx";
import { ControlBadge } from "@/components/controls/badges.tsx";
import type { ControlSummaryView } from "@/components/controls/control-view-model.ts";
import { DeviceOutcomesList } from "@/components/controls/detail/delivery-panel.tsx";
import { DeliveryBadge } from "@/components/controls/outcome-badge.tsx";
import { ControlTimeline } from "@/components/controls/timeline/timeline.tsx";
import { CurrentControl } from "@/components/customer-home/current-control.tsx";
import * as controlIcons from "@/components/icons/control-icons.tsx";
import * as stateIcons from "@/components/icons/state-icons.tsx";
import type { Alert } from "@/lib/contract/alerts.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { BellOff, CircleCheck, TriangleAlert, UsersRound } from "lucide-react";
import { inLanguage } from "./in-language.tsx";
import { ANNA, pendingRequest } from "./pending-request.ts";

const at = (time: string) => `2026-06-10T${time}:00Z`;
const now = Date.parse(at("12:10"));
const range = { from: startOfDay(now), to: startOfDay(now, 1) };
const markup = (element: ReactElement) => renderToStaticMarkup(inLanguage("en", element));
type Icon = ComponentType<{ "aria-hidden"?: boolean }>;

/** The colour in which an icon is drawn; fails where it is not drawn. */
function getInk(html: string, Icon: Icon): string | undefined {
  const paths = /<svg[^>]*>(.*)<\/svg>/.exec(renderToStaticMarkup(<Icon aria-hidden />))![1]!;
  const [before, after] = html.split(paths);
  expect(after, "the icon is drawn").toBeDefined();
  return before!.match(/text-(good|warn|bad|info|curtailed|ink|muted)\b/g)?.at(-1);
}

const control: ControlSummaryView = {
  id: "ctrl_1",
  created_at: at("06:00"),
  time_from: at("12:00"),
  time_to: at("13:00"),
  effective_to: at("13:00"),
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT",
  target: { kind: "bidding_zone", id: "NL", name: "NL" },
  reason: null,
  locations: 3,
  devices: 3,
  unsupported: 0,
  energy_kwh: -5,
};
const { ActiveIcon, CancelledIcon, EndedIcon, ScheduledIcon, SupersededIcon } = controlIcons;
const coming = { time_from: at("12:30") };
const over = { effective_to: at("12:05") };
const controlStates: [string, Partial<ControlSummaryView>, Icon, string][] = [
  ["planned", coming, ScheduledIcon, "text-info"],
  ["active", { locations_in_force: 3 }, ActiveIcon, "text-curtailed"],
  ["partly overridden", { locations_in_force: 1 }, ActiveIcon, "text-curtailed"],
  ["overridden", { locations_in_force: 0 }, SupersededIcon, "text-ink"],
  ["ended", { time_to: at("12:05"), ...over }, EndedIcon, "text-ink"],
  ["cancelled", { cancelled_at: at("12:05"), ...over }, CancelledIcon, "text-warn"],
];

it.each(controlStates)("a control that is %s has one colour and icon", (_, state, icon, ink) => {
  const one = { ...control, ...state };
  expect(getInk(markup(<ControlBadge control={one} now={now} />), icon)).toBe(ink);
  const timeline = <ControlTimeline controls={[one]} requests={[]} range={range} now={now} />;
  expect(getInk(markup(timeline), icon)).toBe(ink);
});

it.each([
  ["active", {}, ActiveIcon, "text-curtailed"],
  ["planned", coming, ScheduledIcon, "text-info"],
] as const)("customers see a control that is %s like staff", (_, state, icon, ink) => {
  const { id: control_id, ...rest } = { ...control, ...state };
  const one = {
    ...rest,
    control_id,
    results: [],
    delivered_kwh: null,
  } as unknown as LocatedControl;
  const home = <CurrentControl controls={[one]} now={now} staleSince={null} />;
  expect(getInk(markup(home), icon)).toBe(ink);
});

it("a control that awaits approval has one colour and icon", () => {
  const requests = [pendingRequest];
  const rooms = [
    <ApprovalRequestCard key="" request={pendingRequest} actor={ANNA} now={now} onDecide={null} />,
    <PendingApprovalsLink key="" requests={requests} now={now} />,
  ];
  for (const room of rooms) expect(getInk(markup(room), UsersRound)).toBe("text-warn");
  const timeline = <ControlTimeline controls={[]} requests={requests} range={range} now={now} />;
  expect(markup(timeline)).toContain("border-warn");
  expect(markup(<PendingApprovalsBadge requests={requests} />)).toContain("bg-warn");
});

const none = { addressed: 1, executed: 0, pending: 0, unknown: 0, failed: 0, unsupported: 0 };

it.each([
  ["acknowledged", "executed", stateIcons.ExecutedIcon, "text-good"],
  ["pending", "pending", stateIcons.PendingIcon, "text-info"],
  ["unknown", "unknown", stateIcons.UnknownIcon, "text-warn"],
  ["failed", "failed", stateIcons.FailedIcon, "text-bad"],
  ["not_dispatched", "not_dispatched", stateIcons.NotSentIcon, "text-ink"],
] as const)("the outcome %s has one colour and icon", (state, outcome, icon, ink) => {
  expect(getInk(markup(<DeliveryBadge state={state} />), icon)).toBe(ink);
  const devices = { ...none, not_dispatched: 0, [outcome]: 1 };
  expect(getInk(markup(<DeviceOutcomesList devices={devices} />), icon)).toBe(ink);
});

describe("an alert", () => {
  const alert = {
    id: "alrt_1",
    raised_at: at("11:00"),
    updated_at: at("11:00"),
    resolved_at: null,
    kind: "weather_stale",
    rule_id: "arul_1",
    target: { kind: "bidding_zone", id: "NL", name: "NL" },
    subject: { kind: "bidding_zone", id: "NL" },
    thresholds: {},
    details: {},
    silence: null,
  } satisfies Omit<Alert, "state">;
  it.each([
    ["open", TriangleAlert, "text-warn"],
    ["silenced", BellOff, "text-ink"],
    ["resolved", CircleCheck, "text-good"],
  ] as const)("that is %s has one colour and icon", (state, icon, ink) => {
    const item = (
      <AlertItem
        alert={{ ...alert, state }}
        isUnread={false}
        maySilence={false}
        onRead={() => undefined}
        onChange={() => undefined}
      />
    );
    expect(getInk(markup(item), icon)).toBe(ink);
  });

  it("counts at the bell in the colour of open ones", () => {
    expect(markup(<AlertBell initial={2} maySilence={false} />)).toMatch(/bg-warn[^>]*>2</);
  });
});
