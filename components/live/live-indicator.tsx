"use client";

import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Freshness } from "./use-freshness.ts";

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
