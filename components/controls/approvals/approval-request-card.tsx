"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { getApprovalState } from "@/lib/controls/control-state.ts";
import { StyledBadge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { TypeName } from "../type-name.tsx";
import { targetTitle } from "../control-view-model.ts";
import { type RequestState, requestStateStyles } from "../request-styles.ts";
import type { Decision } from "./use-approval.ts";

interface RequestDisplay {
  request: ApprovalRequest;
  /** The current user, as the service names them. */
  actor: string;
  now: number;
}

/** That an approval cancels a control, with the link to it; nothing where it cancels none. */
export function ReplacedControl({ request: { replaces } }: { request: ApprovalRequest }) {
  const t = useTranslations("controls.requests");
  if (!replaces) return null;
  return (
    <p>
      {t.rich("replaces", {
        control: (chunks) => (
          <Link className="link" href={`/controls/${encodeURIComponent(replaces)}`}>
            {chunks}
          </Link>
        ),
      })}
    </p>
  );
}

/** The state of a request at a moment. */
export function getRequestState(request: ApprovalRequest, now: number): RequestState {
  const state = getApprovalState(request, now);
  const { decided_by, requested_by } = request;
  return state === "rejected" && decided_by === requested_by ? "withdrawn" : state;
}

function ExpectedEffect({ request, now }: Pick<RequestDisplay, "request" | "now">) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { change_kw, energy_kwh, devices, locations, time_from, time_to } = request;
  const counted = (what: "devices" | "locations", count: number) =>
    t(`confirm.${what}`, { count, shown: f.count(count) });
  const reach = [counted("devices", devices), counted("locations", locations)].join(" · ");
  const hinted = (value: ReactNode, hint: string) => (
    <>
      <span className="block font-medium">{value}</span>
      <span className="text-xs text-muted">{hint}</span>
    </>
  );
  const previewed = t("requests.previewed");
  return (
    <DescriptionList
      roomy
      entries={[
        [
          t("requests.window"),
          hinted(f.nearWindow(time_from, time_to, now), t("requests.windowHint")),
        ],
        [t("requests.change"), hinted(f.kw(change_kw), t("requests.changeHint"))],
        [t("requests.energy"), hinted(f.kwh(energy_kwh, { signed: true }), previewed)],
        [t("requests.reach"), hinted(reach, previewed)],
      ]}
    />
  );
}

function RequestBadge({ state }: { state: RequestState }) {
  const t = useTranslations("controls.requests.states");
  return <StyledBadge style={requestStateStyles[state]}>{t(state)}</StyledBadge>;
}

const endings = {
  approved: "approvedBy",
  rejected: "rejectedBy",
  withdrawn: "withdrawnBy",
  expired: "expiredAt",
} as const;

/** What became of a request that waits no more, and when it was to run. */
export function RequestOutcome({
  request,
  now,
  state,
}: Pick<RequestDisplay, "request" | "now"> & { state: Exclude<RequestState, "pending"> }) {
  const t = useTranslations("controls.requests");
  const f = useFormats();
  const { decided_by, decided_at, expires_at, control_id, time_from, time_to } = request;
  const at = state === "expired" ? expires_at : decided_at;
  const values = { who: decided_by ?? "", when: at ? f.amidMoment(at, now) : "" };
  return (
    <p className="text-muted">
      {t("windowWas", { window: f.nearWindow(time_from, time_to, now) })}{" "}
      {t(endings[state], values)}{" "}
      {control_id && (
        <Link className="link" href={`/controls/${encodeURIComponent(control_id)}`}>
          {t("seeControl")}
        </Link>
      )}
    </p>
  );
}

function DecisionButtons({
  request,
  isOwn,
  onDecide,
}: {
  request: ApprovalRequest;
  isOwn: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const t = useTranslations("controls.requests");
  const decide = (kind: Decision["kind"]) => () => onDecide({ kind, request });
  if (isOwn)
    return (
      <Button size="sm" onClick={decide("withdraw")}>
        {t("withdraw")}
      </Button>
    );
  return (
    <>
      <Button size="sm" variant="primary" onClick={decide("approve")}>
        {t("approve")}
      </Button>
      <Button size="sm" onClick={decide("reject")}>
        {t("reject")}
      </Button>
    </>
  );
}

/** One request: what, by whom, what it would do, until when; and its decision, or how to make it. */
export function ApprovalRequestCard({
  request,
  actor,
  now,
  onDecide,
}: RequestDisplay & {
  /** Null for those who may not decide. */
  onDecide: ((decision: Decision) => void) | null;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const messages = useProblemMessages();
  const { type, target, requested_by, created_at, expires_at, needs } = request;
  const isOwn = requested_by === actor;
  const state = getRequestState(request, now);
  const when = f.amidMoment(created_at, now);
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          <TypeName type={type} />
        </h3>
        <span>{targetTitle(target, t)}</span>
        <RequestBadge state={state} />
        <span className="text-muted">
          {isOwn ? t("requests.byYou", { when }) : t("requests.by", { who: requested_by, when })}
        </span>
      </div>
      {state === "pending" ? (
        <>
          <ExpectedEffect request={request} now={now} />
          <ReplacedControl request={request} />
          <ul className="flex flex-col gap-0.5 text-muted empty:hidden">
            {needs.map((need) => (
              <li key={need.code}>{messages.remark({ pointer: "#", ...need })}</li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-2">
            {onDecide && <DecisionButtons request={request} isOwn={isOwn} onDecide={onDecide} />}
            <span className="text-muted">
              {t("requests.expires", { time: f.nearEnd(now, expires_at, now) })}
            </span>
            {isOwn && <span className="text-muted">{t("requests.yours")}</span>}
          </div>
        </>
      ) : (
        <RequestOutcome request={request} now={now} state={state} />
      )}
    </li>
  );
}
