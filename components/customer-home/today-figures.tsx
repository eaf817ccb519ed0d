"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BatteryIcon, MeterIcon, SolarIcon } from "@/components/devices/device-types.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { large, formatEnergy } from "../ui/format-energy.ts";
import type { Today } from "./today.ts";

interface FigureProps {
  icon: ReactNode;
  label: string;
  value: string;
  tone: string;
  hint?: string | undefined;
  /** Takes the whole row. */
  wide?: boolean;
}

function Figure({ icon, label, value, tone, hint, wide = false }: FigureProps) {
  return (
    <div className={`min-w-0 rounded-lg bg-sunken/60 p-3 ${wide ? "col-span-full" : ""}`}>
      <dt className="flex flex-wrap items-center gap-x-1.5 text-muted">
        <span className={tone}>{icon}</span>
        {label}
      </dt>
      <dd className={`mt-1 text-xl font-semibold tracking-tight ${tone}`}>{large(value)}</dd>
      {hint && <dd className="mt-0.5 text-xs text-muted">{hint}</dd>}
    </div>
  );
}

/** A location's day in figures: produced, to and from the grid, and the battery. */
export function TodayFigures({
  today,
  charge,
  shows,
}: {
  today: Today;
  /** The state of charge, 0 to 1; null where unknown. */
  charge: number | null;
  shows: { panels: boolean; battery: boolean };
}) {
  const t = useTranslations("customerHome.today");
  const f = useFormats();
  const { panelsNow, chargedKwh, dischargedKwh, batteryWhole } = today;
  const panelsHint = panelsNow && {
    times: f.times(panelsNow.from, panelsNow.to),
    kw: f.kw(panelsNow.kw),
  };
  const used = chargedKwh !== null && {
    charged: formatEnergy(f, chargedKwh),
    discharged: formatEnergy(f, dischargedKwh),
  };
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(40%,7.5rem)),1fr))] gap-2">
      {shows.panels && (
        <Figure
          wide={!shows.battery}
          icon={<SolarIcon className="size-5" />}
          label={t("produced")}
          value={formatEnergy(f, today.producedKwh)}
          tone="text-production"
          hint={panelsHint ? t("panels", panelsHint) : undefined}
        />
      )}
      {shows.battery && (
        <Figure
          wide={!shows.panels}
          icon={<BatteryIcon className="size-5" />}
          label={t("battery")}
          value={charge === null ? f.percent(null) : t("charged", { share: f.percent(charge) })}
          tone="text-good"
          hint={used ? t(batteryWhole ? "batteryUsed" : "batteryGap", used) : undefined}
        />
      )}
      <Figure
        icon={<MeterIcon className="size-5" />}
        label={t("toGrid")}
        value={formatEnergy(f, today.toGridKwh)}
        tone="text-production"
      />
      <Figure
        icon={<MeterIcon className="size-5" />}
        label={t("fromGrid")}
        value={formatEnergy(f, today.fromGridKwh)}
        tone="text-consumption"
      />
    </dl>
  );
}
