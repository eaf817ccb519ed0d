"use client";

import { MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { clusterName } from "./cluster-mark.tsx";
import { MarkerShape, toCounts, locationStates } from "./marker-shape.tsx";

const MAX_ROWS = 60;

const byAttention = (a: LocationCluster, b: LocationCluster) =>
  b.silent - a.silent || b.responding - a.responding || b.locations - a.locations;

function Row({ cluster, onZoom }: { cluster: LocationCluster; onZoom: () => void }) {
  const t = useTranslations("map");
  const f = useFormats();
  const counts = toCounts(cluster);
  const name = clusterName(cluster, t);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-48 py-1.5 pr-3 text-left font-medium">
        {cluster.location_id === null ? (
          <button type="button" className="link min-h-6 text-left" onClick={onZoom}>
            {name}
          </button>
        ) : (
          <Link
            className="link inline-block min-h-6"
            href={`/locations/${encodeURIComponent(cluster.location_id)}`}
          >
            {name}
          </Link>
        )}
      </th>
      <td className="py-1.5 pl-2.5 text-right">{f.count(counts.locations)}</td>
      {locationStates.map((state) => (
        <td
          key={state}
          className={`py-1.5 pl-2.5 text-right ${counts[state] === 0 ? "text-muted" : "font-semibold"}`}
        >
          {f.count(counts[state])}
        </td>
      ))}
    </tr>
  );
}

/** What the map shows, as a table: where most asks for attention first. */
export function ClustersTable({
  clusters,
  onZoom,
}: {
  clusters: readonly LocationCluster[];
  onZoom: (cluster: LocationCluster) => void;
}) {
  const t = useTranslations("map");
  const rows = [...clusters].sort(byAttention).slice(0, MAX_ROWS);
  return (
    <div
      role="region"
      aria-label={t("table.caption")}
      tabIndex={0}
      className="overflow-auto sm:max-h-[34rem]"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{t("table.caption")}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left font-normal">
              {t("table.location")}
            </th>
            <th scope="col" className="py-1.5 pl-2.5 text-right font-normal">
              <span className="inline-flex" title={t("table.locations")}>
                <MapPin aria-hidden className="size-4" />
                <span className="sr-only">{t("table.locations")}</span>
              </span>
            </th>
            {locationStates.map((state) => (
              <th key={state} scope="col" className="py-1.5 pl-2.5 text-right font-normal">
                <span className="inline-flex" title={t(`state.${state}`)}>
                  <MarkerShape state={state} />
                  <span className="sr-only">{t(`state.${state}`)}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cluster) => (
            <Row
              key={cluster.location_id ?? `${cluster.longitude} ${cluster.latitude}`}
              cluster={cluster}
              onZoom={() => onZoom(cluster)}
            />
          ))}
        </tbody>
      </table>
      {clusters.length > rows.length && (
        <p className="border-t border-line py-2 text-muted">
          {t("table.more", { count: clusters.length - rows.length })}
        </p>
      )}
    </div>
  );
}
