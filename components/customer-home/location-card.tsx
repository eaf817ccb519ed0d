"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useStatus } from "@/components/live/use-status.ts";
import { useLive } from "@/components/live/use-live.ts";
import { placeName } from "@/lib/i18n/address.ts";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { type HomeLocation } from "@/lib/portal/queries/customer-home.ts";
import { DayChart } from "./day-chart.tsx";
import { LivePower } from "./live-power.tsx";
import { formatEnergy } from "../ui/format-energy.ts";
import { TodayFigures } from "./today-figures.tsx";
import type { Today } from "./today.ts";
import { useToday } from "./use-today.ts";

interface CardProps {
  location: HomeLocation;
  /** Whether it is updated live; otherwise it is polled. */
  live: boolean;
  renderedAt: number;
  now: number;
  /** Whether a control changes the rest of the day, which its forecast leaves out. */
  hasControl: boolean;
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

function Day({ location, now, hasControl }: Pick<CardProps, "location" | "now" | "hasControl">) {
  const { id, capabilities } = location;
  const { today, from, problem, retry } = useToday(id, capabilities, location.today, now);
  const live = useStatus(capabilities.status ? { kind: "location", id } : null);
  const status = live.data ?? location.status;
  if (!today) return problem ? <Failure problem={problem} onRetry={retry} /> : <Skeletons />;
  return (
    <>
      <TodayFigures today={today} charge={status?.state_of_charge ?? null} shows={capabilities} />
      <DayChart today={today} from={from} now={now} />
      <Remarks today={today} hasControl={hasControl} />
    </>
  );
}

const Skeletons = () => <Skeleton className="h-96" />;

/** One location now and today, as a card with the ways to more of it. */
export function LocationCard({ location, live, renderedAt, now, hasControl }: CardProps) {
  const t = useTranslations("customerHome");
  const { id, capabilities, connection, data_source } = location;
  const path = encodeURIComponent(id);
  return (
    <Card
      title={placeName(location, useFormats())}
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
        <Day location={location} now={now} hasControl={hasControl} />
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
