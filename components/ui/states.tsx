import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

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
