import { formatDay, formatKw, formatKwh, formatNumber } from "@/components/format-english.ts";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Facts } from "@/components/ui/facts.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Link } from "@/components/ui/link.tsx";
import type { LocationRow } from "./locations-table.tsx";
import { coordinates, describeMetadata, placeName } from "./place.ts";

/** The heading of a location's page; staff also see whose it is. */
export function LocationHeader({
  id,
  location,
  isStaff,
}: {
  id: string;
  location: LocationRow | null;
  isStaff: boolean;
}) {
  return (
    <PageHeader
      title={location ? placeName(location) : id}
      subtitle={
        location ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {isStaff && (
              <Link
                className="link"
                href={`/customers/${encodeURIComponent(location.customer_id)}`}
              >
                {location.customer_name ?? location.customer_id}
              </Link>
            )}
            {location.connection && <ConnectionBadge connection={location.connection} spelledOut />}
            {location.data_source && <DataSourceBadge source={location.data_source} />}
          </span>
        ) : (
          "Not known to this portal; its service may know it."
        )
      }
      backHref="/locations"
      backLabel="Locations"
    />
  );
}

/** What is on record of a location: where it is, what stands there, for staff also its metadata. */
export function LocationFacts({ location, isStaff }: { location: LocationRow; isStaff: boolean }) {
  const { id, metadata, created_at } = location;
  return (
    <Card title="On record">
      <Facts
        entries={[
          ["Coordinates", coordinates(location)],
          ...capacities(location),
          ["Since", formatDay(created_at)],
          ...(isStaff ? describeMetadata(metadata) : []),
        ]}
        id={isStaff ? id : undefined}
      />
    </Card>
  );
}

function capacities(location: LocationRow): [string, string][] {
  const { pv_peak_kw, battery_kwh, connection_limit_kw } = location;
  const found: [string, string][] = [];
  if (pv_peak_kw) found.push(["PV, peak", `${formatNumber(pv_peak_kw)} kWp`]);
  if (battery_kwh) found.push(["Batteries", formatKwh(battery_kwh)]);
  if (connection_limit_kw) found.push(["Connection limit", formatKw(connection_limit_kw)]);
  return found;
}
