"use client";

import { ArrowRight } from "lucide-react";
import { useStatus, useLive } from "@/components/live/use-live.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import type {
  HomeLocation,
  InitialToday,
  TodayCapabilities,
} from "@/lib/portal/queries/customer-home.ts";
import { LivePower } from "./live-power.tsx";
import { TodayFigures } from "./today-figures.tsx";
import { useTranslations } from "next-intl";
import { localToInstants } from "@/lib/time/local-input.ts";
import { localDate, startOfDay } from "@/lib/time/amsterdam.ts";
import { LegendSwatch } from "@/components/chart/legend.tsx";
import { getAxis, DayBars } from "@/components/chart/day-bars.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { WindowLanes, WindowShades } from "../chart/window-lanes.tsx";
import type { ShadedWindow } from "../chart/series.ts";
import { AxisLabel } from "../chart/axis-label.tsx";
import { formatEnergy } from "../ui/format-energy.ts";
import { type Today, summariseToday } from "./today.ts";
import { useMemo } from "react";
import {
  useAreaOperation,
  fallbackData,
  type ReadingOptions,
} from "@/components/api/use-operation.ts";
import type { DeviceClass } from "@/lib/contract/historical.ts";
import type { Problem } from "@/lib/contract/problem.ts";

const EVERY = 60_000;

/**
 * The options of a polled read. The data of the page load (ms), without the fields that this page does
 * not use, is not read again at once.
 */
const initially = <A extends object>(
  initial: readonly object[] | null | undefined,
  at: number,
): ReadingOptions<A> => ({
  refreshInterval: EVERY,
  keepPreviousData: true,
  ...(initial && { ...fallbackData({ data: initial } as A, at), revalidateOnMount: false }),
});

/** A location's day, polled; null until it is loaded. */
function useToday(
  id: string,
  capabilities: TodayCapabilities,
  initial: InitialToday,
  now: number,
): { today: Today | null; from: number; problem: Problem | null; retry: () => void } {
  const from = startOfDay(now);
  const to = startOfDay(now, 1);
  const start = new Date(from).toISOString();
  const end = new Date(to).toISOString();
  const made = startOfDay(initial.at) === from ? initial.readings : null;
  const { at } = initial;
  const area = { kind: "location", id } as const;
  const range = { start, end };
  const history = useAreaOperation(area, "history", range, initially(made?.history, at));
  const ahead = capabilities.forecast ? { end } : null;
  const forecast = useAreaOperation(area, "forecast", ahead, initially(made?.forecast, at));
  const of = (device_type: DeviceClass) => ({ ...range, device_type });
  const solar = capabilities.panels ? of("SOLAR_INVERTER") : null;
  const panels = useAreaOperation(area, "devices", solar, initially(made?.panels, at));
  const stored = capabilities.battery ? of("BATTERY") : null;
  const battery = useAreaOperation(area, "devices", stored, initially(made?.battery, at));
  const readings = useMemo(
    () =>
      history.data && {
        history: history.data.data,
        forecast: forecast.data?.data ?? null,
        panels: panels.data?.data ?? null,
        battery: battery.data?.data ?? null,
      },
    [history.data, forecast.data, panels.data, battery.data],
  );
  const today = useMemo(
    () => (readings ? summariseToday(readings, { from, to }, now) : null),
    [readings, from, to, now],
  );
  return { today, from, problem: history.problem, retry: history.mutate };
}

/** The hours named under the picture, by Amsterdam's clock. */
const named = ["06:00", "12:00", "18:00"];

const NO_WINDOWS: readonly ShadedWindow[] = [];

/** A day in bars, one per quarter of an hour, with a legend. */
export function DayChart({
  today,
  from,
  now,
  windows = NO_WINDOWS,
}: {
  today: Today;
  from: number;
  now: number;
  /** When something was or will be requested. */
  windows?: readonly ShadedWindow[];
}) {
  const t = useTranslations("customerHome.today");
  const f = useFormats();
  const range = useMemo(() => ({ from, to: startOfDay(from, 1) }), [from]);
  const length = range.to - from;
  const share = (at: number) => `${((at - from) / length) * 100}%`;
  const toGrid = formatEnergy(f, today.toGridKwh);
  const fromGrid = formatEnergy(f, today.fromGridKwh);
  const axis = getAxis(today.bars);
  const write = (kw: number) => (kw === 0 ? `${f.count(0)}\u00a0kW` : f.kw(kw));
  const hasData = today.bars.some(({ kw }) => kw !== null);
  const label = today.toGridKwh === null ? t("pictureEmpty") : t("picture", { toGrid, fromGrid });
  return (
    <figure className="flex flex-col gap-1">
      <AxisLabel way="toGrid" value={hasData ? axis.top : null} write={write} />
      <div className="relative">
        <WindowShades windows={windows} range={range} />
        <DayBars bars={today.bars} label={label} className="h-28 w-full" />
        {now < from + length && (
          <span
            aria-hidden
            style={{ left: share(now) }}
            className="absolute inset-y-0 w-px bg-ink/60"
          />
        )}
      </div>
      <AxisLabel way="fromGrid" value={hasData ? -axis.bottom : null} write={write} />
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
      <WindowLanes plain windows={windows} range={range} now={now} />
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <LegendSwatch colour="bg-production-mark" label={t("legendTo")} />
        <LegendSwatch colour="bg-consumption" label={t("legendFrom")} />
        {today.expected && <LegendSwatch colour="bg-forecast/60" label={t("legendExpected")} />}
      </figcaption>
    </figure>
  );
}

interface CardProps {
  location: HomeLocation;
  /** Whether it is updated live; otherwise it is polled. */
  live: boolean;
  renderedAt: number;
  now: number;
  /** Whether a control changes the rest of the day, which its forecast leaves out. */
  hasControl: boolean;
  /** When something was or will be requested. */
  windows: readonly ShadedWindow[];
}

/** What the day so far leaves out, and what is expected of the rest of it. */
function Remarks({ today, hasControl }: { today: Today; hasControl: boolean }) {
  const t = useTranslations("customerHome.today");
  const f = useFormats();
  const { expected, missing } = today;
  return (
    <>
      {expected && (
        <p>
          {t(hasControl ? "expectedUnasked" : "expected", {
            toGrid: formatEnergy(f, expected.toGridKwh),
            fromGrid: formatEnergy(f, expected.fromGridKwh),
          })}
        </p>
      )}
      {today.toGridKwh === null && <p className="text-muted">{t("nothing")}</p>}
      {today.toGridKwh !== null && missing > 0 && (
        <p className="text-muted">{t("gap", { count: missing })}</p>
      )}
    </>
  );
}

function Day({
  location,
  now,
  hasControl,
  windows,
}: Pick<CardProps, "location" | "now" | "hasControl" | "windows">) {
  const { id, capabilities } = location;
  const { today, from, problem, retry } = useToday(id, capabilities, location.today, now);
  const live = useStatus(capabilities.status ? { kind: "location", id } : null);
  const status = live.data ?? location.status;
  if (!today) return problem ? <Failure problem={problem} onRetry={retry} /> : <Skeletons />;
  return (
    <>
      <TodayFigures today={today} charge={status?.state_of_charge ?? null} shows={capabilities} />
      <DayChart today={today} from={from} now={now} windows={windows} />
      <Remarks today={today} hasControl={hasControl} />
    </>
  );
}

const Skeletons = () => <Skeleton className="h-96" />;

/** One location now and today, as a card with the ways to more of it. */
export function LocationCard({ location, live, renderedAt, now, hasControl, windows }: CardProps) {
  const t = useTranslations("customerHome");
  const { id, capabilities, connection, data_source } = location;
  const path = encodeURIComponent(id);
  return (
    <Card
      title={getLocationName(location, useFormats())}
      actions={data_source === "simulated" && <DataSourceBadge source="simulated" />}
    >
      <div className="flex flex-col gap-4">
        {connection === "offline" && (
          <p className="rounded-md bg-warn/10 px-3 py-2 text-warn">{t("now.offline")}</p>
        )}
        {live && capabilities.status && <Follow id={id} />}
        {capabilities.status && (
          <LivePower id={id} initial={location.status} renderedAt={renderedAt} now={now} />
        )}
        <h3 className="-mb-2 font-semibold">{t("today.title")}</h3>
        <Day location={location} now={now} hasControl={hasControl} windows={windows} />
        <div className="flex flex-wrap gap-x-6">
          <MoreLink href={`/history?location=${path}`} label={t("moreHistory")} />
          <MoreLink href={`/locations/${path}`} label={t("more")} />
        </div>
      </div>
    </Card>
  );
}

function Follow({ id }: { id: string }) {
  useLive({ kind: "location", id });
  return null;
}

const MoreLink = ({ href, label }: { href: string; label: string }) => (
  <Link href={href} className="link inline-flex min-h-9 items-center gap-1.5">
    {label}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
);
