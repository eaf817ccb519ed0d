import type { ControlType } from "../../lib/contract/index.ts";
import type { Plant } from "./site-model.ts";

/**
 * As `getInjectionKw` for a site without batteries, whose minutes do not depend on each other. It has no other
 * result and takes a third of the time: plans of a day ask it for each quarter-hour of each site.
 */
export function getPanelsInjectionKw(
  { limitKw, followingPvShare }: Plant,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
): number {
  const followingKw = pvKw * followingPvShare;
  if (mode === "MAX_CONSUMPTION") {
    const balanceKw = pvKw - followingKw - loadKw;
    return balanceKw + Math.min(followingKw, Math.max(0, -limitKw - balanceKw));
  }
  const balanceKw = pvKw - loadKw;
  const maxKw = mode === "ZERO_EXPORT" ? 0 : limitKw;
  return balanceKw - Math.min(Math.max(0, balanceKw - maxKw), followingKw);
}
