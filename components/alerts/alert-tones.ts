import type { Tone } from "@/components/ui/tone.ts";
import type { AlertState } from "@/lib/contract/alerts.ts";

/** The one colour of each state of an alert. */
export const alertTones = {
  open: "warn",
  silenced: "neutral",
  resolved: "good",
} as const satisfies Record<AlertState, Tone>;
