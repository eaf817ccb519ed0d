import type { ControlType } from "../../lib/contract/index.ts";

/** A house with controllable panels and one battery, in energy per minute. */
export interface House {
  capacity: number;
  floor: number;
  power: number;
  efficiency: number;
  limit: number;
}

/**
 * Net injection in kWh of each minute, and the energy at the end. Written against the rules alone:
 * it tries every way the battery and the panels could stand on a lattice of the points where one of
 * them meets a bound, and keeps the one the direction prefers.
 */
export function live(
  house: House,
  minutes: { pv: number; load: number; mode: ControlType | null }[],
  startEnergy: number,
): { injected: number[]; energy: number } {
  let energy = startEnergy;
  const injected = minutes.map(({ pv, load, mode }) => {
    const best = ways(house, pv / 60, load / 60, energy)
      .map((way) => ({ ...way, net: way.pv + way.battery - load / 60 }))
      .reduce((a, b) => (prefers(mode, house, pv / 60 - load / 60, b, a) ? b : a));
    energy -= best.battery > 0 ? best.battery / house.efficiency : best.battery * house.efficiency;
    return best.net;
  });
  return { injected, energy };
}

interface Way {
  pv: number;
  battery: number;
  net: number;
}

function ways(house: House, pv: number, load: number, energy: number) {
  const most = Math.min(house.power / 60, (energy - house.floor) * house.efficiency);
  const least = -Math.min(house.power / 60, (house.capacity - energy) / house.efficiency);
  const bounds = [0, house.limit / 60, -house.limit / 60].filter(Number.isFinite);
  const within = (low: number, high: number) => (value: number) => value >= low && value <= high;
  const outputs = [least, 0, most, ...bounds.flatMap((net) => [net + load - pv, net + load])];
  return outputs
    .filter(within(least, most))
    .flatMap((battery) =>
      [0, pv, ...bounds.map((net) => net + load - battery)]
        .filter(within(0, pv))
        .map((panels) => ({ pv: panels, battery })),
    );
}

/** Whether `a` is the better way: the first difference in the order of wishes decides. */
function prefers(
  mode: ControlType | null,
  { limit }: House,
  balance: number,
  a: Way,
  b: Way,
): boolean {
  const wishes = (way: Way): number[] => {
    const overload = Math.max(0, Math.abs(way.net) - limit / 60);
    if (mode === "MAX_PRODUCTION") return [-overload, way.net, way.pv];
    if (mode === "MAX_CONSUMPTION")
      return [-overload, -way.net, -Math.max(0, way.battery), -way.pv];
    const ceiling = mode === "ZERO_EXPORT" ? 0 : limit / 60;
    return [-Math.abs(balance + way.battery), -Math.max(0, way.net - ceiling), way.pv];
  };
  const [first, second] = [wishes(a), wishes(b)];
  const decisive = first.findIndex((wish, index) => Math.abs(wish - second[index]!) > 1e-12);
  return decisive >= 0 && first[decisive]! > second[decisive]!;
}
