import {
  ActiveIcon,
  CancelledIcon,
  EndedIcon,
  ScheduledIcon,
  SupersededIcon,
} from "@/components/icons/control-icons.tsx";
import type { StateStyle } from "@/components/ui/tone.ts";
import type { DisplayState } from "@/lib/controls/display-state.ts";

const scheduled: StateStyle = { tone: "info", icon: ScheduledIcon };
const active: StateStyle = { tone: "curtailed", icon: ActiveIcon };
const ended: StateStyle = { tone: "neutral", icon: EndedIcon };
const cancelled: StateStyle = { tone: "warn", icon: CancelledIcon };

/** The one colour and icon of each state of a control. */
export const controlStateStyles: Record<DisplayState["name"], StateStyle> = {
  scheduled,
  scheduledUntil: scheduled,
  active,
  activePartly: active,
  activeUntil: active,
  activePartlyUntil: active,
  overridden: { tone: "neutral", icon: SupersededIcon },
  ended,
  endedOverridden: ended,
  cancelled,
  cancelledUntil: cancelled,
};
