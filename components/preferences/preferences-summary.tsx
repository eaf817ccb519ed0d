"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { toMinuteOfDay, weeklyHours } from "@/lib/time/hours-off.ts";

/** What a customer allows, and pauses at their locations; for staff, who do not change it. */
export function PreferencesSummary({ customerId }: { customerId: string }) {
  const t = useTranslations("preferences");
  const f = useFormats();
  const now = useNow(60_000, Date.now());
  const params = { customer_id: customerId };
  const { data, problem, mutate } = useOperation("getCustomerPreferences", { params });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-49 sm:h-36" />;
  }
  const { opted_out, battery_reserve, hours_off, max_hours_per_month, paused = [] } = data;
  const hours = hours_off.reduce(
    (sum, { days, time_from, time_to }) =>
      sum +
      weeklyHours({
        days,
        fromMinute: toMinuteOfDay(time_from),
        toMinute: toMinuteOfDay(time_to),
      }),
    0,
  );
  return (
    <Card title={t("summary.title")}>
      <div className="flex flex-col gap-3">
        <p>{t(opted_out ? "summary.optedOut" : "summary.takesPart")}</p>
        {paused.map(({ location_id, until }) => (
          <p key={location_id} className="rounded-md border border-warn/30 bg-warn/10 px-3 py-2">
            {t.rich("summary.paused", {
              until: f.nearMoment(until, now),
              location: () => (
                <Link className="link" href={`/locations/${encodeURIComponent(location_id)}`}>
                  {location_id}
                </Link>
              ),
            })}
          </p>
        ))}
        <DescriptionList
          entries={[
            [
              t("summary.reserve"),
              battery_reserve === 0 ? t("noReserve") : f.percent(battery_reserve),
            ],
            [
              t("summary.hoursOff"),
              hours === 0
                ? t("summary.noHoursOff")
                : t("summary.perWeek", { hours: f.number(hours, { decimals: 1 }) }),
            ],
            [
              t("summary.maximum"),
              max_hours_per_month === null
                ? t("noMaximum")
                : t("hours", { count: max_hours_per_month }),
            ],
          ]}
        />
      </div>
    </Card>
  );
}
