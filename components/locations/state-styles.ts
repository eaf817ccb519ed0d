import { ActiveIcon } from "@/components/icons/control-icons.tsx";
import { MeasuredIcon, NothingReportsIcon, OfflineIcon } from "@/components/icons/state-icons.tsx";
import type { StateStyle } from "@/components/ui/tone.ts";
import type { LocationState } from "@/lib/contract/locations.ts";

/** The one colour and icon of each state of a location. */
export const locationStateStyles: Record<LocationState, StateStyle> = {
  reporting: { tone: "good", icon: MeasuredIcon },
  responding: { tone: "curtailed", icon: ActiveIcon },
  silent: { tone: "bad", icon: OfflineIcon },
  never_reported: { tone: "neutral", icon: NothingReportsIcon },
};
