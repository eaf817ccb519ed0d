import { QUARTER, startOfQuarter } from "@/components/amsterdam.ts";
import type { Timed } from "@/components/controls/shown-control.ts";
import { toMillis } from "@/components/format.ts";

/** When the first quarter of an hour of a control is over (ms): sums before that are of nothing. */
export const firstQuarterEnds = ({ time_from }: Pick<Timed, "time_from">): number =>
  startOfQuarter(toMillis(time_from)) + QUARTER;
