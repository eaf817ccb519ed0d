import type { ShadedWindow } from "@/components/chart/series.ts";
import { wasCancelledBeforeStart, type Timed } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { ControlSummaryView, ControlTranslator } from "./control-view-model.ts";

/** Where a customer reads about a control: its entry among their activity, on whichever page. */
function activityHref(controlId: string): string {
  const id = encodeURIComponent(controlId);
  return `/controls?control=${id}#${id}`;
}

/**
 * Controls as stretches of a chart, as long as they were in force; `plain` names them for the people
 * who live there, `toLabel` in another way.
 */
export const shadedWindows = <
  C extends Timed & Pick<ControlSummaryView, "type"> & { id?: string; control_id?: string },
>(
  controls: readonly C[],
  t: ControlTranslator,
  plain = false,
  toLabel = ({ type }: C): string => t(`types.${type}.${plain ? "plain" : "title"}`),
): ShadedWindow[] =>
  controls
    .filter((control) => !wasCancelledBeforeStart(control))
    .map((control) => {
      const { time_from, effective_to, id, control_id = id ?? "" } = control;
      return {
        from: toMillis(time_from),
        to: toMillis(effective_to),
        label: toLabel(control),
        href: plain ? activityHref(control_id) : `/controls/${encodeURIComponent(control_id)}`,
      };
    });
