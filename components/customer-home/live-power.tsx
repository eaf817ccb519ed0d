"use client";

import { ArrowDown, ArrowUp, CircleHelp, CloudOff, Equal } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useStatus } from "@/components/live/use-live.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { useFreshness, type Freshness } from "@/components/live/use-freshness.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { large } from "../ui/format-energy.ts";

/** Power that is as good as none, in kW. */
const NEGLIGIBLE_KW = 0.005;
/** A measurement older than this (ms) is not shown as current. */
const STALE_AFTER = 10 * 60_000;

/** The current power of a location, in large type; `initial` is its status at page load. */
export function LivePower({
  id,
  initial,
  renderedAt,
  now,
}: {
  id: string;
  initial: LiveStatus | null;
  renderedAt: number;
  now: number;
}) {
  const t = useTranslations("customerHome.now");
  const area = { kind: "location", id } as const;
  const { data, problem, mutate } = useStatus(area);
  const status = data ?? initial;
  const freshness = useFreshness(area, now, renderedAt);
  if (!status) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-16" />;
  }
  return (
    <div className="flex flex-col gap-2">
      <Power status={status} now={now} />
      <StaleNote freshness={freshness} />
      {status.curtailed > 0 && (
        <p className="rounded-md bg-curtailed/10 px-3 py-2 font-medium text-curtailed">
          {t("responding")}
        </p>
      )}
    </div>
  );
}

function Power({ status: { actual, measured_at }, now }: { status: LiveStatus; now: number }) {
  const t = useTranslations("customerHome.now");
  const f = useFormats();
  if (actual === null || measured_at === null) {
    return <Line variant="unknown" icon={<CircleHelp />} label={t("unknown")} />;
  }
  const old = now - toMillis(measured_at) > STALE_AFTER;
  if (old) {
    const when = f.amidMoment(measured_at, now);
    return (
      <Line
        variant="unknown"
        icon={<CircleHelp />}
        label={t("unknown")}
        hint={t("old", { when })}
      />
    );
  }
  const hint = t("at", { time: f.time(measured_at) });
  if (Math.abs(actual) < NEGLIGIBLE_KW) {
    return <Line variant="unknown" icon={<Equal />} label={t("balance")} hint={hint} />;
  }
  const out = actual > 0;
  return (
    <Line
      variant={out ? "production" : "consumption"}
      icon={out ? <ArrowUp /> : <ArrowDown />}
      value={large(f.kw(Math.abs(actual)))}
      label={out ? t("toGrid") : t("fromGrid")}
      hint={hint}
    />
  );
}

const variants = {
  production: "bg-production-mark/15 text-production",
  consumption: "bg-consumption/10 text-consumption",
  unknown: "bg-sunken text-muted",
};

function Line({
  variant,
  icon,
  value,
  label,
  hint,
}: {
  variant: keyof typeof variants;
  icon: ReactNode;
  value?: string;
  label: string;
  hint?: string;
}) {
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-3">
      <span
        aria-hidden
        className={classNames(
          "grid size-12 shrink-0 place-items-center rounded-full [&_svg]:size-6",
          variants[variant],
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-base">
          {value && (
            <strong className="mr-1.5 text-2xl font-semibold tracking-tight">{value}</strong>
          )}
          {label}
        </p>
        {hint && <p className="text-muted">{hint}</p>}
      </div>
    </div>
  );
}

function StaleNote({ freshness: { at, stale } }: { freshness: Freshness }) {
  const t = useTranslations("customerHome.now");
  const f = useFormats();
  if (!stale) return null;
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-warn/10 px-3 py-2 text-warn">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {t(stale.why === "offline" ? "stale" : "failed", { time: f.time(at) })}
    </p>
  );
}
