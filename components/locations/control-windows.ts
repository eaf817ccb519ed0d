import type { ShadedWindow } from "@/components/charts/curve.ts";
import { controlTypes } from "@/components/controls/types.ts";
import { toMillis } from "@/components/format.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";

/** The windows of controls as stretches of a chart. */
export const controlWindows = (controls: OwnControl[]): ShadedWindow[] =>
  controls.map(({ time_from, time_to, type }) => ({
    from: toMillis(time_from),
    to: toMillis(time_to),
    label: controlTypes[type].title,
  }));
