"use client";

import { useTranslations } from "next-intl";
import type { Area } from "@/lib/contract/areas.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LocationDetail } from "@/lib/contract/locations.ts";

const MAX_LOCATIONS = 3;

type Missing = "silent" | "never_reported";
type AreaFilter = Record<string, string>;

function Entry({ location, now }: { location: LocationDetail; now: number }) {
  const f = useFormats();
  const { id, customer_name, last_reported_at } = location;
  return (
    <li className="py-2.5 first:pt-0">
      <Link
        href={`/locations/${encodeURIComponent(id)}`}
        className="-my-0.5 block truncate py-0.5 font-medium underline-offset-3 hover:underline"
      >
        {getLocationName(location, f)}
      </Link>
      <p className="flex flex-wrap justify-between gap-x-3 text-muted">
        <span className="min-w-0 truncate">{customer_name}</span>
        {last_reported_at && <span>{f.nearMoment(last_reported_at, now)}</span>}
      </p>
    </li>
  );
}

/** The way to all of a kind of location, of an area; null where there is none of it. */
function LocationsLink({
  state,
  areaFilter,
  count,
}: {
  state: Missing;
  areaFilter: AreaFilter;
  count: number;
}) {
  const t = useTranslations("overview.silent");
  if (count === 0) return null;
  return (
    <Link
      className="link inline-block py-1 text-muted"
      href={`/locations?${new URLSearchParams({ state, ...areaFilter })}`}
    >
      {t(`all.${state}`, { count })}
    </Link>
  );
}

/**
 * Locations that reported before and do not any more, the latest to fall silent first; with how
 * many never reported, which makes up those that do not report in all.
 */
export function SilentLocations({ area, now }: { area: Area; now: number }) {
  const t = useTranslations("overview.silent");
  const areaFilter: AreaFilter = area.kind === "group" ? { group_id: area.id } : {};
  const query = {
    state: "silent",
    sort: "-last_reported_at",
    page_size: MAX_LOCATIONS,
    ...areaFilter,
  } as const;
  const reading = useOperation("listLocations", { query }, { refreshInterval: MINUTE_MS });
  const neverReportedQuery = { state: "never_reported", page_size: 1, ...areaFilter } as const;
  const neverReported = useOperation(
    "listLocations",
    { query: neverReportedQuery },
    { refreshInterval: MINUTE_MS },
  );
  const { problem, total, mutate } = reading;
  // Both at once, so that the card does not grow twice.
  const data = neverReported.data || neverReported.problem ? reading.data : undefined;
  const locations = data?.data ?? [];
  const count = data ? (total ?? locations.length) : 0;
  const never = neverReported.total ?? neverReported.data?.data.length ?? 0;
  const ways = (
    <p className="flex flex-wrap gap-x-4">
      <LocationsLink state="silent" areaFilter={areaFilter} count={count} />
      <LocationsLink state="never_reported" areaFilter={areaFilter} count={never} />
    </p>
  );
  return (
    <Card
      title={t("title")}
      subtitle={count > 0 ? t("subtitle") : undefined}
      actions={count > 0 && <Badge tone="bad">{t("count", { count, never })}</Badge>}
    >
      {!data &&
        (problem ? (
          <Failure problem={problem} onRetry={mutate} />
        ) : (
          <Skeleton className="h-[17.25rem] sm:h-[15.75rem]" />
        ))}
      {data && count === 0 && (
        <>
          <p className="text-muted">{t("none")}</p>
          {ways}
        </>
      )}
      {count > 0 && (
        <>
          <ul className="divide-y divide-line">
            {locations.map((location) => (
              <Entry key={location.id} location={location} now={now} />
            ))}
          </ul>
          {ways}
        </>
      )}
    </Card>
  );
}
