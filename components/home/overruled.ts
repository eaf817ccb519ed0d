import { toMillis } from "@/components/format.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";

const newestFirst = (a: OwnControl, b: OwnControl) =>
  toMillis(b.created_at) - toMillis(a.created_at);

/** Of controls under way at once the newest is followed, however each was addressed. */
export const inForce = (active: readonly OwnControl[]): OwnControl | undefined =>
  [...active].sort(newestFirst)[0];

/** Until when (ms) a newer control goes before this one; null where none does. */
export function overruledUntil(control: OwnControl, active: readonly OwnControl[]): number | null {
  const newest = inForce(active);
  const isUnderWay = active.includes(control);
  return isUnderWay && newest && newest !== control ? toMillis(newest.effective_to) : null;
}
