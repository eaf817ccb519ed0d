import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The empty state of a list or a card. */
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

/** Loading content of unknown height. */
export function Loading({ label }: { label?: string }) {
  const t = useTranslations("common");
  return (
    <div role="status" className="flex items-center gap-3 py-6 text-muted">
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-forecast" />
      {label ?? t("loading")}
    </div>
  );
}

/** A grey placeholder of a given height (a Tailwind class) for content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-pulse rounded-lg bg-sunken ${className}`} />;
}

/** The data could not be refreshed; `since` is its formatted time. */
export function Stale({ since }: { since: string }) {
  const t = useTranslations("common");
  return (
    <p
      role="status"
      className="inline-flex items-center gap-1.5 rounded border border-warn/30 bg-warn/10 px-2 py-1 text-xs text-warn"
    >
      <span aria-hidden className="info-mark size-3.5" />
      {t("notRefreshed", { since })}
    </p>
  );
}
