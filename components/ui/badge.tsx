import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type Tone = "neutral" | "good" | "warn" | "bad" | "info" | "curtailed" | "simulated";

const tones: Record<Tone, string> = {
  neutral: "border-line bg-sunken text-ink",
  good: "border-good/30 bg-good/10 text-good",
  warn: "border-warn/30 bg-warn/10 text-warn",
  bad: "border-bad/30 bg-bad/10 text-bad",
  info: "border-info/30 bg-info/10 text-info",
  curtailed: "border-curtailed/30 bg-curtailed/10 text-curtailed",
  simulated: "border-dashed border-line-strong text-muted",
};

/** A short state in words; the tone only underlines it. */
export function Badge({
  tone = "neutral",
  icon,
  wrap = false,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  /** Whether it may take several lines: for a sentence. */
  wrap?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded border px-1.5 py-px text-xs font-medium [&_svg]:size-3.5",
        !wrap && "whitespace-nowrap",
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
