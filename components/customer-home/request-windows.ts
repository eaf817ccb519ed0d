import type { ShadedWindow } from "@/components/chart/series.ts";
import type { ControlTranslator } from "@/components/controls/control-view-model.ts";
import { shadedWindows } from "@/components/controls/shaded-windows.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { hasNoEffect } from "./control-narrative.ts";

/** The requests that a customer's chart shades: those that changed something, or will. */
export const requestWindows = (
  controls: readonly LocatedControl[],
  t: ControlTranslator,
): ShadedWindow[] =>
  shadedWindows(
    controls.filter((control) => !control.opted_out && !hasNoEffect(control, controls)),
    t,
    true,
  );
