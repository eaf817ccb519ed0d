"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { type Counts, locationStates, MarkerShape, type MapState } from "./marker-shape.tsx";

/**
 * The meaning of each shape, and how many locations in view have it (null: unknown). Pressing one
 * leaves only those on the map; pressing it again shows all.
 */
export function StateFilter({
  counts,
  value,
  onChoose,
}: {
  counts: Counts | null;
  value: MapState | null;
  onChoose: (state: MapState | null) => void;
}) {
  const t = useTranslations("map");
  const f = useFormats();
  return (
    <div role="group" aria-label={t("filter")} className="flex flex-wrap gap-x-2 gap-y-1.5">
      {locationStates.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={value === state}
          onClick={() => onChoose(value === state ? null : state)}
          className="flex min-h-8 items-center gap-1.5 rounded border border-line px-2 hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          <MarkerShape state={state} />
          <span>{t(`state.${state}`)}</span>
          <strong className="min-w-6 text-right font-semibold">
            {counts && f.count(counts[state])}
          </strong>
        </button>
      ))}
    </div>
  );
}
