"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useOperation } from "@/components/api/use-operation.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { clusterName } from "./cluster-mark.tsx";
import { MarkerShape, toCounts, mainState, locationStates } from "./marker-shape.tsx";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";

/** When a location last reported; null until it is loaded. */
function LastSeen({ id }: { id: string }) {
  const t = useTranslations("map.card");
  const f = useFormats();
  const now = useNow(MINUTE_MS);
  const { data } = useOperation("getLocation", { params: { location_id: id } });
  if (!data || now === null) return null;
  const { last_reported_at: last, customer_name } = data;
  return (
    <p className="text-muted">
      {customer_name}
      <br />
      {last ? t("last", { moment: f.amidMoment(last, now) }) : t("never")}
    </p>
  );
}

/** The selected marker: one location, or several at one place. */
export function LocationCard({
  cluster,
  onClose,
}: {
  cluster: LocationCluster;
  onClose: () => void;
}) {
  const t = useTranslations("map");
  const counts = toCounts(cluster);
  const { location_id } = cluster;
  const states = locationStates.filter((state) => counts[state] > 0);
  return (
    <section
      aria-label={clusterName(cluster, t)}
      className="absolute bottom-3 left-3 z-20 w-[min(20rem,calc(100%-4.75rem))] cursor-auto rounded-lg border border-line-strong bg-raised p-3"
    >
      <div className="flex items-start gap-2">
        <MarkerShape state={mainState(counts)} className="mt-0.5 size-4" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{clusterName(cluster, t)}</h3>
          <p>
            {location_id === null
              ? t("card.several", { count: counts.locations })
              : states.map((state) => t(`state.${state}`)).join(" · ")}
          </p>
          {location_id !== null && <LastSeen id={location_id} />}
        </div>
        <button
          type="button"
          aria-label={t("card.close")}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded hover:bg-sunken"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      {location_id !== null && (
        <ButtonLink
          size="sm"
          className="mt-2 w-full"
          href={`/locations/${encodeURIComponent(location_id)}`}
        >
          {t("card.open")}
        </ButtonLink>
      )}
    </section>
  );
}
