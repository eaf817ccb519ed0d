import type { Ref } from "react";
import type { Area, AreaOffers } from "@/components/api/areas.ts";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import type { RangeName } from "@/components/charts/ranges.ts";
import { DAY, localDate, startOfDay } from "@/components/amsterdam.ts";
import { formatCount, formatMoment, formatNumber, toMillis } from "@/components/format-english.ts";
import { Card } from "@/components/ui/card.tsx";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Link } from "@/components/ui/link.tsx";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import { cancelledSentence } from "./given-back.tsx";
import {
  shadedWindows,
  targetTitle,
  type ShownControl,
  type ShownControlDetail,
} from "./shown-control.ts";
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

/** What was accepted, in numbers and a sentence. It claims nothing of what devices did. */
export function ControlFigures({
  control,
  cancelledRef,
}: {
  control: ShownControlDetail;
  /** What says that it was cancelled: takes the focus of whoever cancelled it. */
  cancelledRef: Ref<HTMLParagraphElement>;
}) {
  const { type, target, energy_kwh, created_at, results } = control;
  const cancelled = cancelledSentence(control);
  return (
    <>
      <FigureRow>
        <Figure
          label="Planned change"
          value={formatNumber(energy_kwh, { signed: true })}
          unit="kWh"
          hint="of net injection, as accepted"
          tone="curtailed"
        />
        <ReachFigures control={control} />
        <Figure label="Intervals" value={results.length} hint="quarters touched" />
      </FigureRow>
      <div className="max-w-prose text-muted">
        <p>
          Accepted {formatMoment(created_at)} for <TargetLink target={target} />.{" "}
          {controlTypes[type].brief} {controlTypes[type].means}
        </p>
        <p ref={cancelledRef} tabIndex={-1} role="status" className="mt-1 text-ink outline-none">
          {cancelled}
        </p>
      </div>
    </>
  );
}

function ReachFigures({ control }: { control: ShownControl }) {
  const { locations, devices, unsupported } = control;
  const untold = "not told by this service";
  const leftOut = unsupported ? `; ${formatCount(unsupported)} more cannot be controlled` : "";
  return (
    <>
      <Figure
        label="Locations"
        value={formatCount(locations)}
        hint={locations === null ? untold : `addressed${leftOut}`}
      />
      <Figure
        label="Devices"
        value={formatCount(devices)}
        hint={devices === null ? untold : "addressed"}
      />
    </>
  );
}

/** The plan a control was accepted with, and what was measured around it. */
export function ControlPlan({
  control,
  serverNow,
  offers,
}: {
  control: ShownControlDetail;
  serverNow: number;
  /** What the service can tell of the control's target. */
  offers: AreaOffers;
}) {
  return (
    <>
      <Card
        title="Accepted plan"
        subtitle="Before and after as planned when it was accepted; not a measurement."
      >
        <ControlChart effects={control.results} />
      </Card>
      {offers.history && <Measured control={control} serverNow={serverNow} offers={offers} />}
    </>
  );
}
