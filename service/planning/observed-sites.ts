import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ControlAt } from "../store/controls.ts";
import type { MinuteRows } from "../store/minute-rows.ts";
import type { IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import { quarterValues } from "./aggregate-minutes.ts";
import { freePvKw } from "./free-pv.ts";
import { isDisturbed } from "./live-state.ts";
import type { FreeOutput } from "./sky.ts";

/** What the minutes of a quarter-hour showed at some sites, in the order of these. */
export interface ObservedSites {
  sites: readonly StoredSite[];
  quarterMs: number;
  /** The locations where controls may have changed the power. */
  affected: ReadonlySet<string>;
  /** The averages of each site in kW, in the order of `averaged`; NaN if unknown. */
  averages: Float32Array;
  /** The uncurtailed output of the panels of each site in kW; NaN if unknown. */
  freeKw: Float64Array;
}

const averaged = ["actual", "pv", "load", "battery"] as const;

type Plans = ReadonlyMap<string, readonly ControlAt[]>;

/** Whether a control was active in any minute of this quarter-hour. */
export function isAffected(controls: readonly ControlAt[], quarterMs: number): boolean {
  if (controls.length === 0) return false;
  for (let ms = quarterMs; ms < quarterMs + QUARTER_MS; ms += MINUTE_MS)
    if (isDisturbed(controls, ms)) return true;
  return false;
}

/** The locations of plans where a control was active in any minute of this quarter-hour. */
export function getAffected(plans: Plans, quarterMs: number): ReadonlySet<string> {
  const affected = new Set<string>();
  for (const [id, controls] of plans) if (isAffected(controls, quarterMs)) affected.add(id);
  return affected;
}

/** What the minutes of these sites show; those without minutes are unknown. Pure. */
export function observeSites(
  sites: readonly StoredSite[],
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
  affected: ReadonlySet<string>,
): ObservedSites {
  const averages = new Float32Array(sites.length * averaged.length).fill(NaN);
  const freeKw = new Float64Array(sites.length).fill(NaN);
  for (let i = 0; i < sites.length; i++) {
    const { locationId, site, devices } = sites[i]!;
    const minutes = rows.get(locationId);
    if (!minutes) continue;
    const values = quarterValues(minutes, devices);
    for (let at = 0; at < averaged.length; at++)
      averages[i * averaged.length + at] = values[averaged[at]!] ?? NaN;
    if (site.panels.length > 0)
      freeKw[i] = freePvKw(minutes, devices, site.connectionLimitKw, affected.has(locationId));
  }
  return { sites, quarterMs, affected, averages, freeKw };
}

/** Whether an observation is of these sites and this quarter-hour, with these locations affected. */
export const isCurrent = (
  observed: ObservedSites,
  { sites, quarterMs, affected }: Pick<ObservedSites, "sites" | "quarterMs" | "affected">,
): boolean =>
  observed.sites === sites &&
  observed.quarterMs === quarterMs &&
  observed.affected.size === affected.size &&
  [...affected].every((id) => observed.affected.has(id));

/** The averages to be recorded, of the sites of which one is known. */
export function toIspValues({ sites, averages, affected }: ObservedSites): IspValues[] {
  const found: IspValues[] = [];
  for (let i = 0; i < sites.length; i++) {
    const at = i * averaged.length;
    const { locationId, site } = sites[i]!;
    const values: IspValues = { locationId, controlled: affected.has(locationId) };
    for (let which = 0; which < averaged.length; which++) {
      const kw = averages[at + which]!;
      if (!Number.isNaN(kw)) values[averaged[which]!] = kw;
    }
    if (values.pv !== undefined && site.panels.length > 0) values.panels = true;
    // The load is not measured by itself.
    const { actual, pv, battery } = values;
    if ((actual ?? pv ?? battery) !== undefined) found.push(values);
  }
  return found;
}

/** The output of the sites with uncurtailed panels, or with reported possible output. */
export function toFreeOutputs({ sites, freeKw }: ObservedSites): FreeOutput[] {
  const found: FreeOutput[] = [];
  for (let i = 0; i < sites.length; i++) {
    const kw = freeKw[i]!;
    if (Number.isNaN(kw)) continue;
    const { locationId, site } = sites[i]!;
    found.push({ locationId, site, kw });
  }
  return found;
}
