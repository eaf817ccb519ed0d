import { Info } from "lucide-react";
import type { AreaOffers } from "@/components/api/areas.ts";

/** What the service can tell of an area and its controls beyond the documented operations. */
export interface OverviewOffers extends AreaOffers {
  summaries: boolean;
}

const missing: [keyof OverviewOffers, string][] = [
  ["status", "how the zone stands this minute"],
  ["forecast", "a forecast of the hours to come"],
  ["summaries", "what a control was issued against"],
];

/** Says what is missing here because the service behind the portal does not offer it. */
export function NotOffered({ offers }: { offers: OverviewOffers }) {
  const parts = missing.filter(([name]) => !offers[name]).map(([, what]) => what);
  if (parts.length === 0) return null;
  return (
    <p className="mb-4 flex items-start gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>The service behind this portal does not offer: {parts.join("; ")}.</span>
    </p>
  );
}
