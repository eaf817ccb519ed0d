import { QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import type { Timed } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";

/** When the first quarter of an hour of a control is over (ms): sums before that are of nothing. */
export const firstQuarterEnds = ({ time_from }: Pick<Timed, "time_from">): number =>
  floorQuarter(toMillis(time_from)) + QUARTER_MS;
