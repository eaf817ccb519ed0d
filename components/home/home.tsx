"use client";

import { formatCount } from "@/components/format-english.ts";
import type { ListPage } from "@/components/table/data-table.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import { Link } from "@/components/ui/link.tsx";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { LocationCard, type HomeLocation } from "./location-card.tsx";
import { OwnControls } from "./own-controls.tsx";

/** A customer's start: their locations today, and what happened there. */
export function Home({
  locations,
  controls,
  offersStatus,
  serverNow,
}: {
  locations: ListPage<HomeLocation>;
  controls: ListPage<OwnControl>;
  offersStatus: boolean;
  serverNow: number;
}) {
  const now = useNow(30_000, serverNow);
  return (
    <div className="flex flex-col gap-8">
      <section aria-label="Locations" className="flex flex-col gap-3">
        {locations.items.length === 0 ? (
          <Empty
            title="No location is known yet"
            hint="As soon as one of yours is registered, you find it here."
          />
        ) : (
          <div className="grid items-start gap-4 md:grid-cols-2 2xl:grid-cols-3">
            {locations.items.map((location) => (
              <LocationCard
                key={location.id}
                location={location}
                offersStatus={offersStatus}
                now={now}
              />
            ))}
          </div>
        )}
        {locations.total > locations.items.length && (
          <Link className="link self-start py-1" href="/locations">
            All {formatCount(locations.total)} locations
          </Link>
        )}
      </section>
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 className="text-lg font-semibold tracking-tight">What happened</h2>
          {controls.total > 0 && (
            <Link className="link py-1 text-muted" href="/controls">
              Everything that happened
            </Link>
          )}
        </div>
        <OwnControls page={controls} serverNow={serverNow} most={5} />
      </section>
    </div>
  );
}
