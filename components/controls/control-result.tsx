import type { Area, AreaOffers } from "@/components/api/areas.ts";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import type { RangeName } from "@/components/charts/ranges.ts";
import { DAY, localDate, startOfDay } from "@/components/amsterdam.ts";
import { formatCount, formatMoment, formatNumber, toMillis } from "@/components/format.ts";
import { Card } from "@/components/ui/card.tsx";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Link } from "@/components/ui/link.tsx";
import type { ControlEffect, ControlTarget } from "@/lib/contract/controls.ts";
import { shadedWindows, targetTitle, type ShownControl } from "./shown-control.ts";
import { controlTypes } from "./types.ts";

/** The area a control is issued against. */
const areaOf = ({ kind, id }: ControlTarget): Area => ({
  kind: kind === "group" ? "group" : "bidding-zone",
  id,
});

function TargetLink({ target }: { target: ControlTarget | null }) {
  if (target?.kind !== "group") return targetTitle(target);
  return (
    <Link className="link" href={`/groups/${encodeURIComponent(target.id)}`}>
      {target.name}
    </Link>
  );
}

/** The shortest preset that shows a control's start; null when it is too long ago or to come. */
function rangeFor(from: number, now: number): RangeName | null {
  if (localDate(from) === localDate(now)) return "today";
  if (from > now || now - from > 29 * DAY) return null;
  if (from >= startOfDay(now, -1)) return "yesterday";
  return from >= startOfDay(now, -6) ? "week" : "month";
}

function Measured({
  control,
  serverNow,
  offers,
}: {
  control: ShownControl;
  serverNow: number;
  offers: AreaOffers;
}) {
  const range = rangeFor(toMillis(control.time_from), serverNow);
  const { target } = control;
  if (!target || !range) return null;
  return (
    <Card
      title="What was measured around it"
      subtitle={`${targetTitle(target)}; the control's window is shaded.`}
    >
      <HistoryChart
        area={areaOf(target)}
        offers={offers}
        windows={shadedWindows([control])}
        initialRange={range}
      />
    </Card>
  );
}

/** What an accepted control was planned to change. It claims nothing of what devices did. */
export function ControlResult({
  control,
  serverNow,
  offers,
}: {
  control: ShownControl & { results: ControlEffect[] };
  serverNow: number;
  /** What the service can tell of the control's target. */
  offers: AreaOffers;
}) {
  const { type, target, locations, devices, energy_kwh, created_at, results } = control;
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <Figure
          label="Planned change"
          value={formatNumber(energy_kwh, { signed: true })}
          unit="kWh"
          hint="of net injection over the window"
          tone="curtailed"
        />
        <Figure
          label="Locations"
          value={formatCount(locations)}
          hint={locations === null ? "not told by this service" : "whose devices are told"}
        />
        <Figure
          label="Devices"
          value={formatCount(devices)}
          hint={devices === null ? "not told by this service" : "told"}
        />
        <Figure label="Intervals" value={results.length} hint="quarters touched" />
      </FigureRow>
      <p className="max-w-prose text-muted">
        Accepted {formatMoment(created_at)} for <TargetLink target={target} />.{" "}
        {controlTypes[type].brief} {controlTypes[type].means}
      </p>
      <Card
        title="Accepted plan"
        subtitle="Before and after as planned when it was accepted; not a measurement."
      >
        <ControlChart effects={results} />
      </Card>
      {offers.history && <Measured control={control} serverNow={serverNow} offers={offers} />}
    </div>
  );
}
