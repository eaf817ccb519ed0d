import type { Formats } from "@/components/format.ts";

/** Energy that is not worth telling, in kWh. */
export const HARDLY = 0.05;

/** Energy as people read it: `2.1 kWh`, `0.07 kWh`, `240 kWh`; unknown is a dash. */
export function plainKwh(f: Formats, kwh: number | null): string {
  const size = Math.abs(kwh ?? 0);
  const decimals = size === 0 || size >= 99.95 ? 0 : size < 0.095 ? 2 : 1;
  return kwh === null ? f.kwh(null) : `${f.number(kwh, { decimals })}\u00a0kWh`;
}
