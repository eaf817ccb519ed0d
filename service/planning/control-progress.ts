import type { ControlSummary } from "../../lib/contract/index.ts";
import { readDeliverySums } from "./delivery-report.ts";
import { readOverrides, type Overrides } from "../store/overrides.ts";
import type { Db } from "../store/store.ts";

type Progress = Pick<
  ControlSummary,
  "locations_in_force" | "next_override" | "delivered_kwh" | "delivered_share"
>;

const isOpenAt = ({ effective_to, time_from }: ControlSummary, nowMs: number) =>
  Date.parse(effective_to) > Math.max(nowMs, Date.parse(time_from));

/** The controls with what newer ones take over of them now and next, and what they delivered. */
export async function withProgress<C extends ControlSummary>(
  db: Db,
  controls: readonly C[],
  nowMs: number,
): Promise<(C & Progress)[]> {
  const overridden = controls.filter((one) => one.superseded && isOpenAt(one, nowMs));
  const begun = controls.filter(({ time_from }) => Date.parse(time_from) <= nowMs);
  const ids = (of: readonly C[]) => of.map(({ id }) => id);
  const [overrides, deliveries] = await Promise.all([
    readOverrides(db, ids(overridden), new Date(nowMs)),
    readDeliverySums(db, ids(begun), nowMs),
  ]);
  return controls.map((control) => {
    const sums = deliveries.get(control.id);
    return {
      ...control,
      ...toOverride(control, overrides.get(control.id), nowMs),
      delivered_kwh: sums?.deliveredKwh ?? null,
      delivered_share: sums?.share ?? null,
    };
  });
}

function toOverride(control: ControlSummary, overrides: Overrides | undefined, nowMs: number) {
  const isInForce = isOpenAt(control, nowMs) && Date.parse(control.time_from) <= nowMs;
  const { takenNow = 0, next = null } = overrides ?? {};
  const atStart = takenNow > 0 ? { time: control.time_from, locations: takenNow } : null;
  return {
    locations_in_force: isInForce ? control.locations - takenNow : null,
    next_override:
      (isInForce ? null : atStart) ??
      (next && { time: next.time.toISOString(), locations: next.locations }),
  };
}
