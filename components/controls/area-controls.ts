import type { Area } from "@/lib/contract/areas.ts";
import type { Control } from "@/lib/contract/controls.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import type { ControlSummaryView } from "./control-view-model.ts";

/** Whether a control applies to an area by its target; one on a zone applies to its groups. */
export const appliesTo = ({ target }: Pick<ControlSummaryView, "target">, area: Area): boolean =>
  area.kind === "bidding-zone" || target?.kind === "bidding_zone" || target?.id === area.id;

/** A control with its other details; its target only if it is given. */
export function toControlView(
  control: Omit<Control, "results"> & Partial<Pick<Control, "results">>,
  partial?: Partial<ControlSummaryView>,
): ControlSummaryView {
  const { results, ...rest } = control;
  return {
    target: null,
    reason: null,
    locations: null,
    devices: null,
    unsupported: null,
    superseded: null,
    cancelled_at: null,
    effective_to: rest.time_to,
    energy_kwh: 0,
    ...partial,
    ...rest,
    ...(results && { energy_kwh: sumEffectsKwh(results) }),
  };
}
