import { CircleAlert, CloudOff, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isFinal } from "@/components/api/final.ts";
import { useProblemTexts } from "@/components/api/use-problem-texts.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { Button } from "./button.tsx";
import { SignInAgain } from "./lazy.tsx";

/** There is nothing here, and that is in order. */
export function Empty({
  title,
  hint,
  action,
}: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {hint && <div className="max-w-prose text-muted">{hint}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** What to quote when asking about a problem, where there is something. */
export function RequestId({ problem }: { problem: Problem }) {
  const t = useTranslations("common");
  if (!problem.request_id) return null;
  return (
    <p className="mt-2 text-xs text-muted">
      {t("request")} <code className="break-all select-all">{problem.request_id}</code>
    </p>
  );
}

/**
 * Something failed: what, and the request id to quote. What can be answered otherwise can be tried
 * again; 401 offers to sign in again.
 */
export function Failure({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const t = useTranslations("common");
  const texts = useProblemTexts();
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad/40 bg-bad/5 p-4">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{texts.title(problem)}</p>
        <p className="text-muted">{texts.detail(problem)}</p>
        {problem.errors && problem.errors.length > 0 && (
          <ul className="mt-1 list-disc pl-5 text-muted">
            {problem.errors.map((error) => (
              <li key={`${error.pointer} ${error.detail}`}>
                {[texts.field(error), texts.remark(error)].filter(Boolean).join(": ")}
              </li>
            ))}
          </ul>
        )}
        <RequestId problem={problem} />
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {onRetry && !isFinal(problem) && (
            <Button size="sm" onClick={onRetry}>
              <RotateCw aria-hidden className="size-4" />
              {t("tryAgain")}
            </Button>
          )}
          {problem.status === 401 && <SignInAgain />}
        </div>
      </div>
    </div>
  );
}

/** Waiting for an answer that has no shape yet. */
export function Loading({ label }: { label?: string }) {
  const t = useTranslations("common");
  return (
    <div role="status" className="flex items-center gap-3 py-6 text-muted">
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-forecast" />
      {label ?? t("loading")}
    </div>
  );
}

/** A grey stand-in of a given height (a Tailwind class) for what is about to come. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-pulse rounded-lg bg-sunken ${className}`} />;
}

/** What is shown could not be refreshed; `since` says of when it is, ready to read. */
export function Stale({ since }: { since: string }) {
  const t = useTranslations("common");
  return (
    <p
      role="status"
      className="inline-flex items-center gap-1.5 rounded border border-warn/30 bg-warn/10 px-2 py-1 text-xs text-warn"
    >
      <CloudOff aria-hidden className="size-3.5" />
      {t("notRefreshed", { since })}
    </p>
  );
}
