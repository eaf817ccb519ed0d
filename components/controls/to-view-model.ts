import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import type { Control } from "@/lib/contract/controls.ts";
import type { ControlSummaryView } from "./control-view-model.ts";

/** A bare control with what else is known of it: its target, only where somebody told. */
export function toControlView(
  control: Omit<Control, "results"> & Partial<Pick<Control, "results">>,
  known?: Partial<ControlSummaryView>,
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
    ...known,
    ...rest,
    ...(results && { energy_kwh: sumEffectsKwh(results) }),
  };
}
