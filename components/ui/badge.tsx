import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { type StateStyle, type Tone, toneInk } from "./tone.ts";

const frames: Record<Tone, string> = {
  neutral: "border-line bg-sunken",
  good: "border-good/30 bg-good/10",
  warn: "border-warn/30 bg-warn/10",
  bad: "border-bad/30 bg-bad/10",
  info: "border-info/30 bg-info/10",
  curtailed: "border-curtailed/30 bg-curtailed/10",
  simulated: "border-dashed border-line-strong",
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
        frames[tone],
        toneInk[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A state in words, in its one colour and with its icon. */
export function StyledBadge({ style, children }: { style: StateStyle; children: ReactNode }) {
  const Icon = style.icon;
  return (
    <Badge tone={style.tone} icon={<Icon aria-hidden />}>
      {children}
    </Badge>
  );
}
