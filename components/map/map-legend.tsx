import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { StateShape } from "./marker-shape.tsx";
import { placeStates, type Counts } from "./location-states.ts";

/** What each shape means, and how many of the locations that are shown stand so; null: not known. */
export function MapLegend({ counts }: { counts: Counts | null }) {
  const t = useTranslations("map");
  const f = useFormats();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
      {placeStates.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <StateShape state={state} />
          <span>{t(`state.${state}`)}</span>
          <strong className="min-w-6 font-semibold">{counts && f.count(counts[state])}</strong>
        </li>
      ))}
    </ul>
  );
}
