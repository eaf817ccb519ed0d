import type { ControlState, QueryOf } from "../../contract/index.ts";
import type { PartialControl } from "./types.ts";

type ControlQuery = QueryOf<"listControlSummaries">;

/** Whether a list has no filter and the default order. */
export const isDefaultList = ({
  search,
  type,
  state,
  reason,
  group_id,
  sort,
}: ControlQuery): boolean =>
  !search && !type && !state && !reason && !group_id && sort === "-created_at";

/** Whether a control matches a filter, as far as its fields are known; its locations are not. */
export const matchesFilter = (control: PartialControl, query: ControlQuery): boolean =>
  (!query.type || control.type === query.type) &&
  (!query.state || control.state === query.state) &&
  (!query.reason || (control.reason ?? "none") === query.reason) &&
  (!query.group_id || isGroup(control, query.group_id)) &&
  (!query.search || matchesSearch(control, query.search));

const isGroup = ({ target }: PartialControl, id: string) =>
  target?.kind === "group" && target.id === id;

const matchesSearch = ({ id, target, reason }: PartialControl, text: string) =>
  [id, target?.id, target?.name, reason].some((value) =>
    value?.toLowerCase().includes(text.toLowerCase()),
  );

const stateOrder: ControlState[] = ["scheduled", "active", "ended", "cancelled"];

const sortKeys: Record<string, (control: PartialControl) => (string | number | null)[]> = {
  created_at: ({ created_at }) => [Date.parse(created_at)],
  time_from: ({ time_from }) => [Date.parse(time_from)],
  type: ({ type }) => [type],
  target: ({ target }) => [target?.kind ?? null, target?.name.toLowerCase() ?? null],
  state: ({ state }) => [stateOrder.indexOf(state)],
  reason: ({ reason }) => [reason],
  locations: ({ locations }) => [locations],
  devices: ({ devices }) => [devices],
  energy_kwh: ({ energy_kwh }) => [energy_kwh],
  id: ({ id }) => [id],
};

/** Compares controls as a service does: unknown values last, or first in descending order. */
export function compareControlsBy(sort: string): (a: PartialControl, b: PartialControl) => number {
  const key = sortKeys[sort.replace(/^-/, "")]!;
  const sign = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const others = key(b);
    const first = key(a).map((value, index) => compareValues(value, others[index]!));
    return sign * (first.find((way) => way !== 0) ?? 0);
  };
}

function compareValues<T extends string | number>(a: T | null, b: T | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
