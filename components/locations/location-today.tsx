import { useTranslations } from "next-intl";
import type { Area, AreaOffers } from "@/components/api/areas.ts";
import { Follow } from "@/components/live/follow.tsx";
import { StatusFigures } from "@/components/status/status-figures.tsx";
import { Card } from "@/components/ui/card.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { LocationHistory, type TouchedBy } from "./location-history.tsx";

/** How a location stands and its history; `plain` for the people who live there. */
export function LocationToday({
  id,
  offers,
  offersControls,
  status,
  touched,
  plain,
}: {
  id: string;
  offers: AreaOffers;
  /** How it stood when the page was made; null where nobody tells. */
  status: LiveStatus | null;
  touched: TouchedBy;
  offersControls: boolean;
  plain: boolean;
}) {
  const t = useTranslations("locations");
  const area: Area = { kind: "location", id };
  return (
    <>
      {offers.status && <Follow area={area} />}
      {offers.status && <StatusFigures area={area} initial={status} plain={plain} />}
      <Card title={plain ? t("toAndFrom") : t("netInjection")}>
        <LocationHistory
          id={id}
          offers={offers}
          touched={touched}
          offersControls={offersControls}
          plain={plain}
        />
      </Card>
    </>
  );
}
