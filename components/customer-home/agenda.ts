import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { getEffectiveIntervals, inForce, type Interval } from "./control-precedence.ts";

/** A control, and from when to when it asks the same thing, with others that ask it too. */
interface AgendaItem {
  control: LocatedControl;
  during: Interval;
}

/** The control at a moment (ms), and the next within a day. */
export function agendaAt(
  controls: readonly LocatedControl[],
  now: number,
): { current: AgendaItem | undefined; next: AgendaItem | undefined } {
  const all = controls.filter((control) => !wasCancelledBeforeStart(control));
  const current = itemAt(all, now);
  const after = current ? current.during.to : now;
  const starts = all
    .map(({ time_from }) => toMillis(time_from))
    .filter((start) => start > after && start < now + DAY_MS);
  const next = (current && itemAt(all, after)) ?? itemAt(all, Math.min(...starts));
  return { current, next };
}

const controlAt = (all: readonly LocatedControl[], at: number) =>
  inForce(
    all.filter(
      ({ time_from, effective_to }) => toMillis(time_from) <= at && at < toMillis(effective_to),
    ),
  );

function itemAt(all: readonly LocatedControl[], at: number): AgendaItem | undefined {
  const control = controlAt(all, at);
  if (!control) return undefined;
  const stretchAt = (of: LocatedControl, moment: number) =>
    getEffectiveIntervals(of, all).find(({ from, to }) => from <= moment && moment < to)!;
  const { from } = stretchAt(control, at);
  let { to } = stretchAt(control, at);
  for (let after = controlAt(all, to); after?.type === control.type; after = controlAt(all, to))
    to = stretchAt(after, to).to;
  return { control, during: { from, to } };
}
