import { useTranslations } from "next-intl";

/** An amount below this is written as zero, and has no sign. */
export const ZERO = 0.005;

/** An end of an axis, in words with the sign: `+1.2 kW to the grid`; its room alone where unknown. */
export function AxisLabel({
  way,
  value,
  write,
}: {
  /** `oneWay` is an axis of amounts that have no sign. */
  way: "toGrid" | "fromGrid" | "oneWay";
  /** How far the axis goes this way, 0 or more. */
  value: number | null;
  write: (value: number) => string;
}) {
  const t = useTranslations("customerHome.axis");
  const end = value === null || value >= ZERO ? value : 0;
  return (
    <p aria-hidden className="min-h-4 text-xs text-muted">
      {end !== null &&
        (end === 0 || way === "oneWay" ? write(end) : t(way, { amount: write(end) }))}
    </p>
  );
}
