"use client";

import { useTranslations } from "next-intl";
import { localToInstants } from "@/lib/time/local-input.ts";
import { localDate, startOfDay } from "@/lib/time/amsterdam.ts";
import { LegendSwatch } from "@/components/chart/legend-swatch.tsx";
import { getAxis, DayBars } from "@/components/chart/day-bars.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { AxisLabel } from "../chart/axis-label.tsx";
import { formatEnergy } from "../ui/format-energy.ts";
import type { Today } from "./today.ts";

/** The hours named under the picture, by Amsterdam's clock. */
const named = ["06:00", "12:00", "18:00"];

/** A day in bars, one per quarter of an hour, with a legend. */
export function DayChart({ today, from, now }: { today: Today; from: number; now: number }) {
  const t = useTranslations("customerHome.today");
  const f = useFormats();
  const length = startOfDay(from, 1) - from;
  const share = (at: number) => `${((at - from) / length) * 100}%`;
  const toGrid = formatEnergy(f, today.toGridKwh);
  const fromGrid = formatEnergy(f, today.fromGridKwh);
  const axis = getAxis(today.bars);
  const write = (kw: number) => (kw === 0 ? `${f.count(0)}\u00a0kW` : f.kw(kw));
  const known = today.bars.some(({ kw }) => kw !== null);
  const label = today.toGridKwh === null ? t("pictureEmpty") : t("picture", { toGrid, fromGrid });
  return (
    <figure className="flex flex-col gap-1">
      <AxisLabel way="toGrid" value={known ? axis.top : null} write={write} />
      <div className="relative">
        <DayBars bars={today.bars} label={label} className="h-28 w-full" />
        {now < from + length && (
          <span
            aria-hidden
            style={{ left: share(now) }}
            className="absolute inset-y-0 w-px bg-ink/60"
          />
        )}
      </div>
      <AxisLabel way="fromGrid" value={known ? -axis.bottom : null} write={write} />
      <div aria-hidden className="@container relative h-4 text-xs text-muted">
        {named.map((time) => (
          <span
            key={time}
            style={{ left: share(localToInstants(`${localDate(from)}T${time}`)[0] ?? from) }}
            className="absolute -translate-x-1/2 not-nth-2:@max-[9rem]:hidden"
          >
            {time}
          </span>
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <LegendSwatch colour="bg-production-mark" label={t("legendTo")} />
        <LegendSwatch colour="bg-consumption" label={t("legendFrom")} />
        {today.expected && <LegendSwatch colour="bg-forecast/60" label={t("legendExpected")} />}
      </figcaption>
    </figure>
  );
}
