import { useTranslations } from "next-intl";
import type { Area, AreaOffers } from "@/components/api/areas.ts";
import { HistoryChart } from "@/components/charts/lazy.tsx";
import { shadedWindows } from "@/components/controls/shown-control.ts";
import { Follow } from "@/components/live/follow.tsx";
import { StatusFigures } from "@/components/status/status-figures.tsx";
import { Card } from "@/components/ui/card.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";

/** How a location stands and its history; `plain` for the people who live there. */
export function LocationToday({
  id,
  offers,
  status,
  controls,
  plain,
}: {
  id: string;
  offers: AreaOffers;
  /** How it stood when the page was made; null where nobody tells. */
  status: LiveStatus | null;
  controls: OwnControl[];
  plain: boolean;
}) {
  const t = useTranslations("locations");
  const words = useTranslations("controls");
  const area: Area = { kind: "location", id };
  return (
    <>
      {offers.status && <Follow area={area} />}
      {offers.status && <StatusFigures area={area} initial={status} plain={plain} />}
      <Card title={plain ? t("toAndFrom") : t("netInjection")}>
        <HistoryChart
          area={area}
          offers={offers}
          windows={shadedWindows(controls, words)}
          plain={plain}
        />
      </Card>
    </>
  );
}
