"use client";

import { useTranslations } from "next-intl";
import type { Area } from "@/components/api/areas.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { MINUTE } from "@/components/amsterdam.ts";
import { placeName } from "@/components/locations/place.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { LocationDetail } from "@/lib/contract/locations.ts";

const MOST = 3;

function Entry({ location, now }: { location: LocationDetail; now: number }) {
  const f = useFormats();
  const { id, customer_name, last_reported_at } = location;
  return (
    <li className="py-2.5 first:pt-0">
      <Link
        href={`/locations/${encodeURIComponent(id)}`}
        className="block truncate font-medium underline-offset-3 hover:underline"
      >
        {placeName(location, f)}
      </Link>
      <p className="flex flex-wrap justify-between gap-x-3 text-muted">
        <span className="min-w-0 truncate">{customer_name}</span>
        {last_reported_at && <span>{f.nearMoment(last_reported_at, now)}</span>}
      </p>
    </li>
  );
}

/** Locations that reported before and do not any more, the latest to fall silent first. */
export function SilentLocations({ area, now }: { area: Area; now: number }) {
  const t = useTranslations("overview.silent");
  const kept: Record<string, string> = area.kind === "group" ? { group_id: area.id } : {};
  const query = { state: "silent", sort: "-last_reported_at", page_size: MOST, ...kept } as const;
  const reading = useOperation("listLocations", { query }, { refreshInterval: MINUTE });
  const { data, problem, total, mutate } = reading;
  const locations = data?.data ?? [];
  const count = total ?? locations.length;
  const list = `/locations?${new URLSearchParams({ state: "silent", ...kept })}`;
  return (
    <Card
      title={t("title")}
      subtitle={count > 0 ? t("subtitle") : undefined}
      actions={count > 0 && <Badge tone="warn">{t("count", { count })}</Badge>}
    >
      {!data &&
        (problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-16" />)}
      {data && count === 0 && <p className="text-muted">{t("none")}</p>}
      {count > 0 && (
        <>
          <ul className="divide-y divide-line">
            {locations.map((location) => (
              <Entry key={location.id} location={location} now={now} />
            ))}
          </ul>
          <Link className="link mt-1 inline-block py-1 text-muted" href={list}>
            {t("more", { count })}
          </Link>
        </>
      )}
    </Card>
  );
}
