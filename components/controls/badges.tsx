import { useTranslations } from "next-intl";
import {
  ActiveIcon,
  CancelledIcon,
  EndedIcon,
  ScheduledIcon,
  SupersededIcon,
} from "@/components/icons/control-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
  displayStateAt,
  type DisplayState,
  type Overridable,
} from "@/lib/controls/display-state.ts";
import type { Labels } from "./control-view-model.ts";

const styles: Record<DisplayState["name"], { tone: Tone; icon: typeof ActiveIcon }> = {
  scheduled: { tone: "info", icon: ScheduledIcon },
  scheduledUntil: { tone: "info", icon: ScheduledIcon },
  active: { tone: "curtailed", icon: ActiveIcon },
  activePartly: { tone: "curtailed", icon: ActiveIcon },
  activeUntil: { tone: "curtailed", icon: ActiveIcon },
  activePartlyUntil: { tone: "curtailed", icon: ActiveIcon },
  overridden: { tone: "neutral", icon: SupersededIcon },
  ended: { tone: "neutral", icon: EndedIcon },
  endedOverridden: { tone: "neutral", icon: EndedIcon },
  cancelled: { tone: "warn", icon: CancelledIcon },
  cancelledUntil: { tone: "warn", icon: CancelledIcon },
};

/** The one state of a control in words. */
export function describeState(state: DisplayState, { t, f }: Labels): string {
  if ("until" in state) return t(`states.${state.name}`, { time: f.time(state.until) });
  if (state.name !== "activePartly") return t(`states.${state.name}`);
  const { locations } = state;
  if (!locations) return t("states.activePartly");
  return t("states.activeAt", { count: f.count(locations.inForce), all: f.count(locations.all) });
}

/** A control's state as a badge. */
export function StateBadge({ state }: { state: DisplayState }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { tone, icon: Icon } = styles[state.name];
  return (
    <Badge tone={tone} icon={<Icon />}>
      {describeState(state, { t, f })}
    </Badge>
  );
}

/** The badge of a control as seen from a moment (ms). */
export const ControlBadge = ({ control, now }: { control: Overridable; now: number }) => (
  <StateBadge state={displayStateAt(control, now)} />
);
