import type { LocatedControl } from "@/lib/contract/locations.ts";
import { toMillis } from "@/lib/time/instant.ts";

/** How many pages are read in each direction at most. */
const MAX_PAGES = 5;

const isOverlapping = (one: LocatedControl, other: LocatedControl) =>
  toMillis(one.time_from) < toMillis(other.effective_to) &&
  toMillis(other.time_from) < toMillis(one.effective_to);

/**
 * The controls of other pages that overlap those of a page in time, up to the first page in each direction
 * that has none: which control counts depends on the newer ones.
 */
export async function readOverlapping(
  controls: readonly LocatedControl[],
  page: number,
  read: (page: number) => Promise<LocatedControl[]>,
): Promise<LocatedControl[]> {
  const readFrom = async (step: 1 | -1): Promise<LocatedControl[]> => {
    const found: LocatedControl[] = [];
    for (let count = 1; count <= MAX_PAGES && page + step * count >= 0; count++) {
      const items = await read(page + step * count);
      const overlapping = items.filter((item) => controls.some((one) => isOverlapping(one, item)));
      if (overlapping.length === 0) break;
      found.push(...overlapping);
    }
    return found;
  };
  return (await Promise.all([readFrom(-1), readFrom(1)])).flat();
}
