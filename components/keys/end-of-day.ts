import { momentsOf, startOfDay } from "@/components/amsterdam.ts";

/** When a day (`2026-12-31`) ends in Amsterdam, in ISO 8601; null for what is no day. */
export function endOfDay(day: string): string | null {
  const [noon] = momentsOf(`${day}T12:00`);
  return noon === undefined ? null : new Date(startOfDay(noon, 1)).toISOString();
}
