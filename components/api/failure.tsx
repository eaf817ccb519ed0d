import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { SignInAgain } from "@/components/ui/sign-in-again.dynamic.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { isPermanent, useProblemMessages } from "./use-problem-messages.ts";

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
  const messages = useProblemMessages();
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad/40 bg-bad/5 p-4">
      <span aria-hidden className="error-mark mt-0.5 size-5" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{messages.title(problem)}</p>
        <p className="text-muted">{messages.detail(problem)}</p>
        {problem.errors && problem.errors.length > 0 && (
          <ul className="mt-1 list-disc pl-5 text-muted">
            {problem.errors.map((error) => (
              <li key={`${error.pointer} ${error.detail}`}>
                {[messages.field(error), messages.remark(error)].filter(Boolean).join(": ")}
              </li>
            ))}
          </ul>
        )}
        <RequestId problem={problem} />
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {onRetry && !isPermanent(problem) && (
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
