import { useTranslations } from "next-intl";
import { ControlChart } from "@/components/controls/charts/control-charts.dynamic.tsx";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { Card } from "@/components/ui/card.tsx";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { type ControlDetailView } from "../control-view-model.ts";
import type { Labels } from "../types.ts";

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
