import { useTranslations } from "next-intl";
import type { Ref } from "react";
import type { Area, AreaCapabilities } from "@/lib/contract/areas.ts";
import {
  ControlChart,
  HistoryChart,
} from "@/components/controls/charts/control-charts.dynamic.tsx";
import type { RangeName } from "@/components/chart/ranges.ts";
import { DAY_MS, localDate, startOfDay } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import { Card } from "@/components/ui/card.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { Term } from "@/components/ui/term.tsx";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { reboundUntil } from "../rebound.ts";
import {
  getCountedExclusions,
  targetTitle,
  type ControlSummaryView,
  type ControlDetailView,
  type Labels,
} from "../control-view-model.ts";
import { shadedWindows } from "../shaded-windows.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";

/** The area a control is issued against. */
const toArea = ({ kind, id }: ControlTarget): Area => ({
  kind: kind === "group" ? "group" : "bidding-zone",
  id,
});

function TargetLink({ target }: { target: ControlTarget | null }) {
  const t = useTranslations("controls");
  if (target?.kind !== "group") return targetTitle(target, t);
  return (
    <Link className="link" href={`/groups/${encodeURIComponent(target.id)}`}>
      {target.name}
    </Link>
  );
}

/** The shortest preset that shows a control's start; null when it is too long ago or to come. */
function rangeFor(from: number, now: number): RangeName | null {
  if (localDate(from) === localDate(now)) return "today";
  if (from > now || now - from > 29 * DAY_MS) return null;
  if (from >= startOfDay(now, -1)) return "yesterday";
  return from >= startOfDay(now, -6) ? "week" : "month";
}

function Measured({
  control,
  serverNow,
  capabilities,
}: {
  control: ControlSummaryView;
  serverNow: number;
  capabilities: AreaCapabilities;
}) {
  const t = useTranslations("controls");
  const range = rangeFor(toMillis(control.time_from), serverNow);
  const { target } = control;
  if (!target || !range) return null;
  return (
    <Card
      title={t("page.measurements")}
      subtitle={t("page.measurementsHint", { target: targetTitle(target, t) })}
    >
      <HistoryChart
        area={toArea(target)}
        name={target.kind === "group" ? target.name : target.id}
        capabilities={capabilities}
        windows={shadedWindows([control], t).map(({ href: _own, ...window }) => window)}
        initialRange={range}
        comparable={false}
      />
    </Card>
  );
}

/** What was issued, in a sentence. It claims nothing of what devices did. */
export function ControlIntroduction({
  control,
  focusRefs,
}: {
  control: ControlDetailView;
  /** The notices that it was issued and cancelled: each takes the focus after that action. */
  focusRefs: Record<"accepted" | "cancelled", Ref<HTMLParagraphElement>>;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { type, target, created_at } = control;
  const accepted = {
    when: f.moment(created_at),
    brief: t(`types.${type}.brief`),
    means: t(`types.${type}.description`),
    target: () => <TargetLink target={target} />,
  };
  return (
    <div className="max-w-prose text-muted">
      <p ref={focusRefs.accepted} tabIndex={-1} className="outline-none">
        {t.rich("page.acceptedFor", accepted)}
      </p>
      <p
        ref={focusRefs.cancelled}
        tabIndex={-1}
        role="status"
        className="mt-1 text-ink outline-none"
      >
        {describeCancelled(control, { t, f })}
      </p>
    </div>
  );
}

/** What a control was issued for, in numbers; the planned change only while it is the headline. */
export function ControlFigures({
  control,
  isHeadline,
}: {
  control: ControlDetailView;
  isHeadline: boolean;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { energy_kwh, results, reason } = control;
  return (
    <MetricRow many>
      {isHeadline && (
        <Metric
          label={t("page.planned")}
          value={f.number(energy_kwh, { signed: true })}
          unit="kWh"
          hint={t("page.plannedHint")}
          tone="curtailed"
        />
      )}
      <ReboundMetric control={control} />
      <ReachFigures control={control} />
      <Metric
        label={<Term name="isp">{t("page.intervals")}</Term>}
        value={f.count(results.length)}
        hint={t("page.intervalsHint")}
      />
      <Metric
        label={t("page.reason")}
        value={reason ? t(`reasons.${reason}`) : UNKNOWN}
        hint={t(reason ? "page.reasonVisible" : "page.reasonNone")}
      />
    </MetricRow>
  );
}

/** The energy and end of a control's rebound; empty where the service reports none. */
export function ReboundMetric({
  control: { rebound, time_to },
}: {
  control: Pick<ControlDetailView, "rebound" | "time_to">;
}) {
  const t = useTranslations("controls.page");
  const f = useFormats();
  if (!rebound) return null;
  const until = reboundUntil(rebound);
  return (
    <Metric
      label={<Term name="rebound">{t("rebound")}</Term>}
      value={f.number(sumEffectsKwh(rebound), { signed: true })}
      unit="kWh"
      hint={
        until === null
          ? t("reboundNone")
          : t("reboundHint", { until: f.besideTime(until, time_to) })
      }
    />
  );
}

function ReachFigures({ control }: { control: ControlSummaryView }) {
  const t = useTranslations("controls.page");
  const f = useFormats();
  const { locations, devices, unsupported } = control;
  const addressed = unsupported
    ? t("addressedLeftOut", { count: f.count(unsupported) })
    : t("addressed");
  return (
    <>
      <Metric
        label={t("locations")}
        value={f.count(locations)}
        hint={locations === null ? t("notProvided") : addressed}
      />
      <Metric
        label={t("devices")}
        value={f.count(devices)}
        hint={devices === null ? t("notProvided") : t("addressed")}
      />
    </>
  );
}

/** Whom preferences and the rotation of a group exclude from the control, by reason. */
function ExcludedCustomers({ excluded = [] }: Pick<ControlDetailView, "excluded">) {
  const t = useTranslations("controls");
  const f = useFormats();
  const counted = getCountedExclusions(excluded);
  if (counted.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="font-medium">{t("page.excluded")}</h3>
      <ul>
        {counted.map(({ reason, customers }) => (
          <li key={reason}>
            {t(`preview.excluded.${reason}`, { count: customers, shown: f.count(customers) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The plan a control was accepted with, and what was measured around it. */
export function ControlPlan({
  control,
  serverNow,
  capabilities,
}: {
  control: ControlDetailView;
  serverNow: number;
  /** What the service provides for the control's target. */
  capabilities: AreaCapabilities;
}) {
  const t = useTranslations("controls.page");
  return (
    <>
      <Card title={t("plan")} subtitle={t("planHint")}>
        <ControlChart effects={control.results} rebound={control.rebound} />
        <ExcludedCustomers excluded={control.excluded} />
      </Card>
      {capabilities.history && (
        <Measured control={control} serverNow={serverNow} capabilities={capabilities} />
      )}
    </>
  );
}

/** What cancelling came to, in two sentences; null for a control that was not cancelled. */
export function describeCancelled(control: ControlDetailView, { t, f }: Labels): string | null {
  const { cancelled_at, effective_to, cancelled_effect } = control;
  if (cancelled_at === null) return null;
  const when = f.moment(cancelled_at);
  const cancelled = wasCancelledBeforeStart(control)
    ? t("cancel.calledOff", { when })
    : t("cancel.cutShort", { when, until: f.time(effective_to) });
  const back =
    cancelled_effect.length === 0
      ? t("cancel.nothingReversed")
      : t("cancel.reversed", { energy: f.kwh(sumEffectsKwh(cancelled_effect), { signed: true }) });
  return `${cancelled} ${back}`;
}

/** What cancelling a control changed in the plan; nothing where it changed nothing. */
export function CancellationSummary({ control }: { control: ControlDetailView }) {
  const t = useTranslations("controls.page");
  if (control.cancelled_effect.length === 0) return null;
  return (
    <Card title={t("reversed")} subtitle={t("reversedHint")}>
      <ControlChart effects={control.cancelled_effect} />
    </Card>
  );
}
