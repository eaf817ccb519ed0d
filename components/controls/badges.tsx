import { useTranslations } from "next-intl";
import { StyledBadge } from "@/components/ui/badge.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
  displayStateAt,
  type DisplayState,
  type Overridable,
} from "@/lib/controls/display-state.ts";
import type { Labels } from "./control-view-model.ts";
import { controlStateStyles } from "./state-styles.ts";

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
  return (
    <StyledBadge style={controlStateStyles[state.name]}>
      {describeState(state, { t, f })}
    </StyledBadge>
  );
}

/** The badge of a control as seen from a moment (ms). */
export const ControlBadge = ({ control, now }: { control: Overridable; now: number }) => (
  <StateBadge state={displayStateAt(control, now)} />
);
