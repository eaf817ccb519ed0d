import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { LocationBadge } from "./location-columns.tsx";
import { coordinates, describeMetadata, getLocationName } from "@/lib/i18n/address.ts";

/** The heading of a location's page; staff also see whose it is. */
export function LocationHeader({
  id,
  location,
  isStaff,
}: {
  id: string;
  location: PartialLocation | null;
  isStaff: boolean;
}) {
  const t = useTranslations("locations");
  const f = useFormats();
  return (
    <PageHeader
      title={location ? getLocationName(location, f) : id}
      subtitle={location ? <Whose location={location} isStaff={isStaff} /> : t("notFound")}
      backHref="/locations"
      backLabel={t("title")}
    />
  );
}

function Whose({ location, isStaff }: { location: PartialLocation; isStaff: boolean }) {
  const { customer_id, customer_name, last_reported_at, data_source } = location;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isStaff && (
        <Link className="link" href={`/customers/${encodeURIComponent(customer_id)}`}>
          {customer_name ?? customer_id}
        </Link>
      )}
      {last_reported_at !== undefined && (
        <LocationBadge location={location} now={Date.now()} plain={!isStaff} />
      )}
      {data_source && <DataSourceBadge source={data_source} />}
    </span>
  );
}

/** The details of a location: address, equipment and, for staff, metadata. */
export function LocationFacts({
  location,
  isStaff,
}: {
  location: PartialLocation;
  isStaff: boolean;
}) {
  const t = useTranslations("locations");
  const f = useFormats();
  const { id, metadata, created_at, last_reported_at } = location;
  const entries: [string, ReactNode][] = [
    ...(isStaff ? [[t("coordinates"), coordinates(location, f)] as [string, string]] : []),
    ...capacities(location, isStaff, t, f),
    [t("since"), f.day(created_at)],
  ];
  if (last_reported_at !== undefined) {
    entries.push([t("lastReported"), last_reported_at ? f.moment(last_reported_at) : t("never")]);
  }
  return (
    <Card title={t("onRecord")}>
      <DescriptionList entries={entries} id={isStaff ? id : undefined} />
      {isStaff && <Attributes metadata={metadata} />}
    </Card>
  );
}

/** The attributes that were given at registration, not translated. */
function Attributes({ metadata }: Pick<PartialLocation, "metadata">) {
  const t = useTranslations("locations");
  const described = describeMetadata(metadata);
  if (described.length === 0) return null;
  return (
    <section aria-label={t("attributes")} className="mt-5 flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{t("attributes")}</h3>
        <p className="text-muted">{t("attributesHint")}</p>
      </div>
      <DescriptionList
        entries={described.map(([key, text]) => [<code key={key}>{key}</code>, text])}
      />
    </section>
  );
}

function capacities(
  { pv_peak_kw, battery_kwh, connection_limit_kw }: PartialLocation,
  isStaff: boolean,
  t: ReturnType<typeof useTranslations<"locations">>,
  f: ReturnType<typeof useFormats>,
): [string, string][] {
  const found: [string, string][] = [];
  if (pv_peak_kw)
    found.push([t("pvPeak"), isStaff ? `${f.number(pv_peak_kw)} kWp` : f.kw(pv_peak_kw)]);
  if (battery_kwh) found.push([t("batteries"), f.kwh(battery_kwh)]);
  if (isStaff && connection_limit_kw) found.push([t("limit"), f.kw(connection_limit_kw)]);
  return found;
}
