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
export type MetricTone = keyof typeof tones;

/** One number with its label and unit. */
export function Metric({
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
  tone?: MetricTone;
}) {
  return (
    <div className="min-w-0 border-r border-b border-line px-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd>
        <span
          className={classNames(
            "text-[min(1.25rem,10cqi)] font-semibold tracking-tight sm:text-2xl",
            tone && tones[tone],
          )}
        >
          {value}
        </span>
        {unit && <span className="ml-1 inline-block text-muted">{unit}</span>}
        {hint && <div className="text-xs text-muted">{hint}</div>}
      </dd>
    </div>
  );
}

/**
 * Figures side by side, hairlines between them: two in a row on a phone, else one row; `many` (five
 * or more) stand three in a row before that, `wide` ones always. The last row is always filled.
 */
export function MetricRow({
  many = false,
  wide = false,
  children,
}: {
  many?: boolean;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-surface">
      <dl
        className={classNames(
          "-mr-px -mb-px flex flex-wrap *:grow *:basis-[max(40%,8rem)]",
          many || wide ? "sm:*:basis-[30%]" : "sm:*:basis-0",
          many && "xl:*:basis-0",
        )}
      >
        {children}
      </dl>
    </div>
  );
}
