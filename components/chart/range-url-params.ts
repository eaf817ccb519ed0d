import { rangeInFileName } from "./range-label.ts";
import { daysFault, presets, type Choice } from "./ranges.ts";
import type { AxisName } from "./ticks.ts";

/** A choice as an address names it: `week`, `2026-10-25`, `2026-10-19--2026-10-25`. */
export const rangeInAddress = (choice: Choice): string =>
  typeof choice === "string" ? choice : rangeInFileName(choice);

/** The choice an address names (`?range=…`); null for what is none. */
export function rangeFromAddress(text: string | null): Choice | null {
  const preset = presets.find((name) => name === text);
  if (preset || text === null) return preset ?? null;
  const [first = "", last = first, ...more] = text.split("--");
  const days = { first, last };
  return more.length === 0 && daysFault(days) === null ? days : null;
}

/** The axis an address names (`?axis=…`); the clock's unless it is the other. */
export const axisFromAddress = (text: string | null): AxisName => (text === "isp" ? "isp" : "time");

/** The same address with one of its names changed; null takes it out. */
export function addressWith(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">,
  name: "range" | "axis",
  value: string | null,
): string {
  const params = new URLSearchParams(search);
  if (value === null) params.delete(name);
  else params.set(name, value);
  return `${pathname}${params.size > 0 ? `?${params}` : ""}${hash}`;
}
