import type { ComponentType } from "react";

/** What a colour means; texts and icons say it too. */
export type Tone = "neutral" | "good" | "warn" | "bad" | "info" | "curtailed" | "simulated";

/** The one colour and icon of a state, wherever it is. */
export interface StateStyle {
  tone: Tone;
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
}

/** The colour of text and icons. */
export const toneInk: Record<Tone, string> = {
  neutral: "text-ink",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  curtailed: "text-curtailed",
  simulated: "text-muted",
};

/** The colour of a filled mark with a number in it. */
export const toneFill = { info: "bg-info", warn: "bg-warn" } as const satisfies Partial<
  Record<Tone, string>
>;
