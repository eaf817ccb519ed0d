import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  production: "text-production",
  consumption: "text-consumption",
  curtailed: "text-curtailed",
  forecast: "text-forecast",
  up: "text-up",
  down: "text-down",
  unknown: "text-unknown",
};
export type FigureTone = keyof typeof tones;

/** One number with its label and unit. */
export function Figure({
  label,
  value,
  unit,
  hint,
  tone,
}: {
  label: ReactNode;
  value: ReactNode;
  unit?: string;
  hint?: ReactNode;
  tone?: FigureTone;
}) {
  return (
    <div className="min-w-0 border-r border-b border-line px-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd>
        <span className={classNames("text-2xl font-semibold tracking-tight", tone && tones[tone])}>
          {value}
        </span>
        {unit && <span className="ml-1 inline-block whitespace-nowrap text-muted">{unit}</span>}
        {hint && <div className="text-xs text-muted">{hint}</div>}
      </dd>
    </div>
  );
}

/** Figures side by side, hairlines between them, as many per row as fit. */
export function FigureRow({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <dl className="-mr-px -mb-px grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
        {children}
      </dl>
    </div>
  );
}
