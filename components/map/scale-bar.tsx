import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { widthOf, type View } from "./viewport.ts";

const KM_PER_DEGREE = 111.2;
const LENGTHS = [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

/** How long a stretch of the map is on the ground. */
export function ScaleBar({ view }: { view: View }) {
  const t = useTranslations("map");
  const f = useFormats();
  const across = widthOf(view) * KM_PER_DEGREE;
  const km = LENGTHS.find((length) => length <= across / 4) ?? 0.1;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-3 left-3 border-b-2 border-muted pb-0.5 text-[0.6875rem] text-muted"
      style={{ width: `${(km / across) * 100}%` }}
    >
      {t("kilometres", { distance: f.tick(km) })}
    </div>
  );
}
