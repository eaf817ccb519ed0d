import type { ControlState, QueryOf } from "../../contract/index.ts";
import type { PartialControl } from "./types.ts";

type Asked = QueryOf<"listControlSummaries">;

/** Whether a list is asked for as every service lists it. */
export const isPlain = ({ search, type, state, reason, group_id, sort }: Asked): boolean =>
  !search && !type && !state && !reason && !group_id && sort === "-created_at";

/** Whether a control is among those asked for, as far as is known of it: not where it was felt. */
export const matchesFilter = (control: PartialControl, asked: Asked): boolean =>
  (!asked.type || control.type === asked.type) &&
  (!asked.state || control.state === asked.state) &&
  (!asked.reason || (control.reason ?? "none") === asked.reason) &&
  (!asked.group_id || isGroup(control, asked.group_id)) &&
  (!asked.search || speaksOf(control, asked.search));

const isGroup = ({ target }: PartialControl, id: string) =>
  target?.kind === "group" && target.id === id;

const speaksOf = ({ id, target, reason }: PartialControl, text: string) =>
  [id, target?.id, target?.name, reason].some((held) =>
    held?.toLowerCase().includes(text.toLowerCase()),
  );

const life: ControlState[] = ["scheduled", "active", "ended", "cancelled"];

const keys: Record<string, (control: PartialControl) => (string | number | null)[]> = {
  created_at: ({ created_at }) => [Date.parse(created_at)],
  time_from: ({ time_from }) => [Date.parse(time_from)],
  type: ({ type }) => [type],
  target: ({ target }) => [target?.kind ?? null, target?.name.toLowerCase() ?? null],
  state: ({ state }) => [life.indexOf(state)],
  reason: ({ reason }) => [reason],
  locations: ({ locations }) => [locations],
  devices: ({ devices }) => [devices],
  energy_kwh: ({ energy_kwh }) => [energy_kwh],
  id: ({ id }) => [id],
};

/** How a service orders controls: what is not known comes last, or first where the order is reversed. */
export function controlOrder(sort: string): (a: PartialControl, b: PartialControl) => number {
  const key = keys[sort.replace(/^-/, "")]!;
  const sign = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const others = key(b);
    const first = key(a).map((held, index) => compared(held, others[index]!));
    return sign * (first.find((way) => way !== 0) ?? 0);
  };
}

function compared<T extends string | number>(a: T | null, b: T | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
