"use client";

import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Freshness } from "./use-freshness.ts";
import { CloudOff, RotateCw } from "lucide-react";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { Button } from "@/components/ui/button.tsx";
import { SignInAgain } from "@/components/ui/sign-in-again.dynamic.tsx";

/** Whether data is pushed or polled, and of when it is. */
export function LiveIndicator({
  freshness: { at, isLive, stale },
  status,
}: {
  freshness: Freshness;
  status: LiveStatus | null;
}) {
  const t = useTranslations("overview.live");
  const f = useFormats();
  const details = [
    ...(status ? [t("isp", { name: f.ispName, isp: String(status.isp) })] : []),
    ...(status?.measured_at
      ? [t("measured", { time: f.besideTime(status.measured_at, status.time) })]
      : []),
    t("updated", { time: f.seconds(at) }),
  ];
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <span
        className="inline-flex items-center gap-1.5 font-medium text-ink max-sm:basis-full max-sm:justify-end"
        title={stale ? undefined : t(isLive ? "liveHint" : "pollingHint")}
      >
        <span
          aria-hidden
          className={classNames(
            "size-2 rounded-full",
            stale ? "bg-warn" : isLive ? "bg-good" : "border border-line-strong",
          )}
        />
        {t(stale ? "notFresh" : isLive ? "live" : "polling")}
      </span>
      <span>{details.join(" · ")}</span>
    </p>
  );
}

/** Says since when a page is not refreshed and why, as long as that is so; else nothing. */
export function StaleBanner({
  freshness: { at, stale },
  onRetry,
}: {
  freshness: Freshness;
  onRetry: () => void;
}) {
  const t = useTranslations("overview.live");
  const problems = useProblemMessages();
  const f = useFormats();
  const problem = stale?.why === "problem" ? stale.problem : null;
  const isSignedOut = problem?.status === 401;
  return (
    <div role="status">
      {stale && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warn/40 bg-warn/10 px-4 py-2.5">
          <CloudOff aria-hidden className="size-5 shrink-0 text-warn" />
          <p className="min-w-0 flex-1 basis-60">
            <strong className="font-semibold">{t("staleSince", { time: f.seconds(at) })}</strong>{" "}
            <span className="text-muted">
              {isSignedOut && t("signedOut")}
              {problem && !isSignedOut && t("problem", { problem: problems.title(problem) })}
              {stale.why !== "problem" && t(stale.why)}
            </span>
          </p>
          {isSignedOut ? (
            <SignInAgain />
          ) : (
            <Button size="sm" onClick={onRetry}>
              <RotateCw aria-hidden className="size-4" />
              {t("retry")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
