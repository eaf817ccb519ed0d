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
 * who live there.
 */
export const shadedWindows = (
  controls: readonly (Timed &
    Pick<ControlSummaryView, "type"> & { id?: string; control_id?: string })[],
  t: ControlTranslator,
  plain = false,
): ShadedWindow[] =>
  controls
    .filter((control) => !wasCancelledBeforeStart(control))
    .map(({ time_from, effective_to, type, id, control_id = id ?? "" }) => ({
      from: toMillis(time_from),
      to: toMillis(effective_to),
      label: t(`types.${type}.${plain ? "plain" : "title"}`),
      href: plain ? activityHref(control_id) : `/controls/${encodeURIComponent(control_id)}`,
    }));
