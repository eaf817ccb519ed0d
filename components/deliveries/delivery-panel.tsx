"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import { DeliveryChart } from "@/components/charts/delivery-chart.tsx";
import { formatCount, formatNumber, formatPercent } from "@/components/format-english.ts";
import { Freshness } from "@/components/status/freshness.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Failure, Skeleton } from "@/components/ui/states.tsx";
import type { ControlDelivery } from "@/lib/contract/deliveries.ts";
import { DeviceOutcomesList } from "./device-outcomes.tsx";

const EVERY = 10_000;
const NOTHING = "nothing was measured yet";

const shareHint = ({ delivered_kwh, delivered_share }: ControlDelivery) =>
  delivered_kwh === null
    ? NOTHING
    : delivered_share === null
      ? "nothing was promised"
      : "of what was promised";

function DeliveryFigures({ delivery }: { delivery: ControlDelivery }) {
  const { promised_kwh, delivered_kwh, delivered_share, devices } = delivery;
  const isMeasured = delivered_kwh !== null;
  return (
    <FigureRow>
      <Figure
        label="Promised so far"
        value={formatNumber(isMeasured ? promised_kwh : null, { signed: true })}
        unit={isMeasured ? "kWh" : undefined}
        hint={isMeasured ? "in the parts measured so far" : NOTHING}
        tone={isMeasured ? "curtailed" : "unknown"}
      />
      <Figure
        label="Delivered"
        value={formatNumber(delivered_kwh, { signed: true })}
        unit={isMeasured ? "kWh" : undefined}
        hint={isMeasured ? "measured, less the plan without it" : NOTHING}
        tone={isMeasured ? "production" : "unknown"}
      />
      <Figure
        label="Delivered share"
        value={formatPercent(delivered_share)}
        hint={shareHint(delivery)}
        tone={delivered_share === null ? "unknown" : undefined}
      />
      <Figure
        label="Said that they follow"
        value={formatCount(devices.executed)}
        unit={`of ${formatCount(devices.told)}`}
        hint="devices addressed"
      />
    </FigureRow>
  );
}

/** What a control promised beside what was measured, and what became of telling its devices. */
export function DeliveryPanel({
  controlId,
  isLive,
  now,
}: {
  controlId: string;
  /** Whether it is read again by itself. */
  isLive: boolean;
  now: number;
}) {
  const { data, problem, at, isStale, mutate } = useOperation(
    "getControlDelivery",
    { params: { control_id: controlId } },
    { refreshInterval: isLive ? EVERY : 0 },
  );
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-96" />;
  }
  return (
    <Card
      title="Delivery"
      subtitle="What was promised beside what was measured, and what the devices answered."
      actions={<Freshness at={at} isStale={isStale} />}
    >
      <div className="flex flex-col gap-5">
        <DeliveryFigures delivery={data} />
        <DeviceOutcomesList devices={data.devices} />
        <section aria-label="Promised and delivered" className="flex flex-col gap-2">
          <h3 className="font-medium">Promised and delivered</h3>
          <p className="max-w-prose text-muted">
            Delivered is what was measured, less the plan without this control. What silent
            locations promised counts as not delivered.
          </p>
          <DeliveryChart effects={data.results} now={now} />
        </section>
      </div>
    </Card>
  );
}
