import type { Plant } from "../../service/gateway/simulator/site-simulator.ts";
import type { FleetSite } from "./simulated-fleet.ts";

/** The powers of a plant per minute in kW; energy in each battery at the end of each minute. */
export interface Course {
  injectionKw: Float32Array;
  fixedPvKw: Float32Array;
  followingPvKw: Float32Array;
  availableKw: Float32Array;
  batteryKw: Float32Array;
  storedKwh: Float32Array[];
}

export function emptyCourse(site: FleetSite, minutes: number): Course {
  const row = () => new Float32Array(minutes);
  return {
    injectionKw: row(),
    fixedPvKw: row(),
    followingPvKw: row(),
    availableKw: row(),
    batteryKw: row(),
    storedKwh: site.site.batteries.map(row),
  };
}

/** Records the next minute of a plant. */
export function record(
  plant: Plant,
  site: FleetSite,
  minute: number,
  course: Course,
  at: number,
): void {
  const did = plant.step(minute);
  const inverters = plant.inverterOutputs(did.pvKw);
  const { panels } = site.site;
  let [fixed, following, available] = [0, 0, 0];
  for (const [i, { controllable }] of panels.entries()) {
    if (controllable) following += inverters[i]!;
    else fixed += inverters[i]!;
    if (controllable) available += did.availableKw[i]!;
  }
  course.injectionKw[at] = did.injectionKw;
  course.fixedPvKw[at] = fixed;
  course.followingPvKw[at] = following;
  course.availableKw[at] = available;
  course.batteryKw[at] = did.batteryKw;
  did.storedKwh.forEach((kwh, i) => (course.storedKwh[i]![at] = kwh));
}
