import { useTranslations } from "next-intl";
import { NotGiven } from "@/components/table/common-columns.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { endedEarly, wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import type { ControlSummaryView } from "../control-view-model.ts";

/** The planned change of a control, in kWh; of a cancelled one that it is of its whole window. */
export function PlannedCell({ control }: { control: ControlSummaryView }) {
  const t = useTranslations("controls.list");
  const f = useFormats();
  return (
    <span>
      {wasCancelledBeforeStart(control)
        ? t("plannedNone")
        : f.number(control.energy_kwh, { signed: true })}
      {endedEarly(control) && <span className="block text-xs text-muted">{t("plannedWhole")}</span>}
    </span>
  );
}

/** What a control delivered so far in kWh, its share of the commitment, and what was planned. */
export function DeliveredCell({ control }: { control: ControlSummaryView }) {
  const t = useTranslations("controls.list");
  const f = useFormats();
  const { delivered_kwh, delivered_share, energy_kwh } = control;
  return (
    <span>
      {typeof delivered_kwh === "number" ? (
        f.number(delivered_kwh, { signed: true })
      ) : (
        <NotGiven text={t("nothingMeasured")} />
      )}
      {typeof delivered_share === "number" && (
        <span className="text-muted">{` · ${f.percent(delivered_share)}`}</span>
      )}
      {!wasCancelledBeforeStart(control) && (
        <span className="block text-xs text-muted">
          {t("plannedOf", { kwh: f.number(energy_kwh, { signed: true }) })}
        </span>
      )}
    </span>
  );
}
