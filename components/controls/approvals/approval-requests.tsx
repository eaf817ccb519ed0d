"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { Card } from "@/components/ui/card.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Stale } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { latestRequests, pendingRequests } from "@/lib/controls/approval-queries.ts";
import type { ApprovalRequest, ApprovalRequestList } from "@/lib/contract/control-requests.ts";
import { joinIds } from "../pause/control-gate.ts";
import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { ApprovalRequestCard, getRequestState } from "./approval-request-card.tsx";
import type { Decision } from "./use-approval.ts";

const ApprovalDialog = dynamic(async () => (await import("./approval-dialog.tsx")).ApprovalDialog);

const EVERY = 5_000;
/** How long a decided request stays visible. */
const DECIDED_VISIBLE_MS = 60 * MINUTE_MS;
/** The maximum number of decided requests shown. */
const MAX_DECIDED = 3;

/**
 * Those that wait, all of them, then the latest of those decided or expired within the hour. The two
 * are readings of different moments: what either knows as decided waits no more.
 */
export function visibleRequests(
  pending: readonly ApprovalRequest[],
  latest: readonly ApprovalRequest[],
  now: number,
): ApprovalRequest[] {
  const isLate = ({ decided_at, expires_at }: ApprovalRequest) =>
    now - toMillis(decided_at ?? expires_at) > DECIDED_VISIBLE_MS;
  const decided = latest.filter(({ state }) => state !== "pending");
  const over = new Set(decided.map(({ id }) => id));
  const waiting = pending.filter(({ id }) => !over.has(id));
  return [...waiting, ...decided.filter((one) => !isLate(one)).slice(0, MAX_DECIDED)];
}

/** Runs something once the pending requests differ from those that came with the page. */
function useOnPendingChange(visible: readonly ApprovalRequest[], run: () => void): void {
  const waiting = joinIds(visible.filter(({ state }) => state === "pending"));
  const previousWaiting = useRef(waiting);
  useEffect(() => {
    if (previousWaiting.current === waiting) return;
    previousWaiting.current = waiting;
    run();
  }, [waiting, run]);
}

/** The pending approval requests and the latest decided ones, polled. */
export function ApprovalRequests({
  actor,
  mayDecide,
  capabilities,
  initial,
  serverNow,
}: {
  /** The current user, as the service names them. */
  actor: string;
  mayDecide: boolean;
  /** What the service can do for a control that an approval issues. */
  capabilities: IssueCapabilities;
  /** The lists that came with the page: pending, and the latest of all. */
  initial: Record<"pending" | "latest", ApprovalRequestList | null>;
  serverNow: number;
}) {
  const t = useTranslations("controls.requests");
  const f = useFormats();
  const { refresh } = useRouter();
  const now = useNow(2_000, serverNow);
  const overId = useId();
  const from = (list: ApprovalRequestList | null) => ({
    refreshInterval: EVERY,
    ...fallbackData(list, serverNow),
  });
  const pending = useOperation("listControlRequests", pendingRequests, from(initial.pending));
  const latest = useOperation("listControlRequests", latestRequests, from(initial.latest));
  const [decision, setDecision] = useState<Decision | null>(null);
  const answered = () => {
    pending.mutate();
    latest.mutate();
  };
  const visible = visibleRequests(pending.data?.data ?? [], latest.data?.data ?? [], now);
  // An approved control, whoever approved it, is now in the list below.
  useOnPendingChange(visible, refresh);
  if (visible.length === 0) return null;
  const isWaiting = (request: ApprovalRequest) => getRequestState(request, now) === "pending";
  const waiting = visible.filter(isWaiting);
  const over = visible.filter((request) => !isWaiting(request));
  const listed = (requests: ApprovalRequest[]) => (
    <ul className="flex flex-col divide-y divide-line">
      {requests.map((request) => (
        <ApprovalRequestCard
          key={request.id}
          request={request}
          actor={actor}
          now={now}
          onDecide={mayDecide ? setDecision : null}
        />
      ))}
    </ul>
  );
  return (
    <Card
      id="requests"
      className="mb-4 scroll-mt-20"
      title={t("title")}
      subtitle={t(waiting.length > 0 ? "hint" : "nonePending")}
      actions={pending.isStale && pending.at && <Stale since={f.seconds(pending.at)} />}
    >
      {waiting.length > 0 && listed(waiting)}
      {over.length > 0 && (
        <section aria-labelledby={overId} className="not-first:mt-4">
          <h3 id={overId} className="mb-3 text-xs text-muted">
            {t("over")}
          </h3>
          {listed(over)}
        </section>
      )}
      {decision && (
        <ApprovalDialog
          decision={decision}
          capabilities={capabilities}
          now={now}
          onClose={() => setDecision(null)}
          onDone={answered}
        />
      )}
    </Card>
  );
}
