import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import type { ControlState, ControlType } from "@/lib/contract/controls.ts";

/** The texts of controls, as `useTranslations("controls")` gives them. */
export type ControlTranslator = ReturnType<typeof useTranslations<"controls">>;

/** What sentences about controls are made with. */
export interface Labels {
  t: ControlTranslator;
  f: Formats;
}

/** The directions of a control, in the order they are offered. */
export const typeNames: ControlType[] = ["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"];

export const stateNames: ControlState[] = ["scheduled", "active", "ended", "cancelled"];

/** Why a control may be issued, in the order it is offered. */
export const reasonNames = ["price", "grid", "test"] as const;
