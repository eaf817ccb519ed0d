"use client";

import { CircleHelp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { type Fetched, isInProgress, request } from "@/components/api/request.ts";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { SignInAgain } from "@/components/ui/sign-in-again.dynamic.tsx";
import { Link } from "@/components/ui/link.tsx";
import { RequestId } from "@/components/api/failure.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { isRepeatable, type PendingSubmission } from "./pending-submission.ts";
import { targetTitle } from "../control-view-model.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { buildRouteUrl } from "@/components/api/routes.ts";
import type { RequestResult } from "@/lib/portal/http/request-outcome.ts";
import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";

const ROUTE: PortalRoute = "GET /api/audit/outcomes/{request_id}";
const EVERY_MS = 5_000;

const isOpen = (outcome: RequestResult | undefined) => !outcome || outcome.outcome === "unknown";
const refreshInterval = (latest?: Fetched<RequestResult>) => (isOpen(latest?.data) ? EVERY_MS : 0);

/** What the portal found out about an order of unknown outcome; null while it does not know. */
function useUnknownOutcome(requestId: string | undefined): RequestResult | null {
  const url = requestId ? buildRouteUrl(ROUTE, { request_id: requestId }).url : null;
  const { data } = useReading(url, () => request<RequestResult>({ method: "GET", url: url! }), {
    refreshInterval,
  });
  return data && !isOpen(data) ? data : null;
}

function SentControl({ order: { type, target, window } }: { order: PendingSubmission }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const sent = {
    type: t(`types.${type}.title`),
    target: targetTitle(target, t),
    window: f.window(window.from, window.to),
  };
  return <p>{t("unknown.sent", sent)}</p>;
}

function LastAnswer({ problem }: { problem: Problem }) {
  const t = useTranslations("controls.unknown");
  const messages = useProblemMessages();
  return (
    <div className="text-muted">
      <p>{t("lastAnswer", { title: messages.title(problem), detail: messages.detail(problem) })}</p>
      <RequestId problem={problem} />
    </div>
  );
}

/** What the portal found out in the meantime, by reading the service. */
function FoundControl({ found }: { found: RequestResult }) {
  const t = useTranslations("controls.unknown.found");
  const { outcome, control_id } = found;
  if (outcome === "took-effect")
    return (
      <p className="font-medium">
        {t("tookEffect")}{" "}
        {control_id && (
          <Link className="link" href={`/controls/${encodeURIComponent(control_id)}`}>
            {t("see")}
          </Link>
        )}
      </p>
    );
  return <p>{t(outcome === "did-not-happen" ? "didNotHappen" : "cannotBeKnown")}</p>;
}

/**
 * A control was sent and its outcome is unknown. If the service supports idempotency keys, the same
 * order can be sent again safely; otherwise the user checks the list.
 */
export function OutcomeUnknown({
  order,
  problem,
  takesKey,
  pending,
  now,
  onAgain,
  onStartOver,
}: {
  order: PendingSubmission;
  problem: Problem | null;
  /** Whether the service says that it takes an idempotency key. */
  takesKey: boolean;
  pending: boolean;
  now: number;
  onAgain: () => void;
  onStartOver: () => void;
}) {
  const t = useTranslations("controls.unknown");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const found = useUnknownOutcome(
    problem && isInProgress(problem) ? undefined : problem?.request_id,
  );
  const safe = takesKey && isRepeatable(order, now);
  return (
    <div role="alert" className="hatched rounded-lg border border-warn/50 p-1">
      <div className="flex gap-3 rounded-md bg-surface p-4 sm:p-5">
        <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div className="flex max-w-prose min-w-0 flex-col gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
            {t(order.approval ? "titleRequest" : "title")}
          </h2>
          <SentControl order={order} />
          <div aria-live="polite">{found && <FoundControl found={found} />}</div>
          {!found && <p>{t(safe ? (order.approval ? "safeRequest" : "safe") : "cautious")}</p>}
          {problem && <LastAnswer problem={problem} />}
          <div className="mt-1 flex flex-wrap gap-2">
            {safe &&
              (problem?.status === 401 ? (
                <SignInAgain />
              ) : (
                <Button variant="primary" pending={pending} onClick={onAgain}>
                  {t("retry")}
                </Button>
              ))}
            <ButtonLink href="/controls" variant={safe ? "secondary" : "primary"}>
              {t("viewControls")}
            </ButtonLink>
            <Button onClick={onStartOver} disabled={pending} variant="ghost">
              {t(safe ? "startAgain" : "notThere")}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
