import { formatMoment, formatSeconds } from "@/components/format-english.ts";
import { Stale } from "@/components/ui/states.tsx";

/** When what is shown came (ms), and that it could not be refreshed where it could not. */
export function Freshness({ at, isStale }: { at: number | null; isStale: boolean }) {
  if (at === null) return null;
  if (isStale) return <Stale since={formatMoment(at)} />;
  return <span className="text-xs text-muted">Updated {formatSeconds(at)}</span>;
}
