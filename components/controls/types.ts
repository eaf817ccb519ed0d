import type { ControlState, ControlType } from "@/lib/contract/controls.ts";

interface TypeText {
  title: string;
  /** What the control is for, in one line. */
  brief: string;
  /** What the devices of a site are told. */
  means: string;
  /** What changes for those who live with it. */
  consequence: string;
}

/** The directions of a control, in words. */
export const controlTypes: Record<ControlType, TypeText> = {
  MAX_PRODUCTION: {
    title: "Maximum production",
    brief: "Raises net injection as far as it goes.",
    means: "Solar limits are lifted; batteries stop charging and discharge.",
    consequence:
      "Batteries may be empty afterwards: what they give now is not there later in the day.",
  },
  ZERO_EXPORT: {
    title: "Zero export",
    brief: "Lets nothing flow to the grid.",
    means: "Batteries take the surplus first, then solar is turned down to the site's own use.",
    consequence: "Solar energy that fits nowhere is lost. No site is made to draw from the grid.",
  },
  MAX_CONSUMPTION: {
    title: "Maximum consumption",
    brief: "Lowers net injection as far as it goes.",
    means: "Solar is turned off; batteries charge with all the power the connection allows.",
    consequence: "Solar energy is lost, and sites draw energy from the grid that they pay for.",
  },
};

export const typeNames = Object.keys(controlTypes) as ControlType[];

export const stateNames: Record<ControlState, string> = {
  scheduled: "Scheduled",
  active: "Active",
  ended: "Ended",
  cancelled: "Cancelled",
};
