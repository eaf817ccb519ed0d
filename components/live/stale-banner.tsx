"use client";

import { CloudOff, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { Button } from "@/components/ui/button.tsx";
import { SignInAgain } from "@/components/ui/sign-in-again.dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Freshness } from "./use-freshness.ts";

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
