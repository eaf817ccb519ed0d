/** A location with panels that a control may address, and what it lost so far. */
export interface RotationSite {
  id: string;
  /** Peak power of the panels that follow controls, in kWp. */
  peakKw: number;
  /** Energy lost under earlier controls, and to be lost under those still to come, in kWh. */
  lostKwh: number;
  /** How much the control could lower injection over its window, in kWh. */
  reducibleKwh: number;
}

/** Lost energy per installed power in kWh/kWp; never less than 0. */
export const lossPerKwp = ({ peakKw, lostKwh }: Pick<RotationSite, "peakKw" | "lostKwh">): number =>
  Math.max(0, lostKwh) / peakKw;

/**
 * The ids of the sites that a control addresses: those with the least lost energy per kWp first,
 * until they hold the share (0 to 1) of what all of them could be lowered by. The last one counts if
 * it brings the sum nearer to the share. At equal losses the order is that of the ids.
 */
export function chooseByRotation(sites: readonly RotationSite[], share: number): Set<string> {
  const able = sites.filter(({ peakKw, reducibleKwh }) => peakKw > 0 && reducibleKwh > 0);
  const targetKwh = share * able.reduce((sum, { reducibleKwh }) => sum + reducibleKwh, 0);
  const byLoss = able
    .map((site) => ({ site, loss: lossPerKwp(site) }))
    .toSorted((a, b) => a.loss - b.loss || (a.site.id < b.site.id ? -1 : 1));
  const chosen = new Set<string>();
  let sumKwh = 0;
  for (const { site } of byLoss) {
    const restKwh = targetKwh - sumKwh;
    if (chosen.size > 0 && site.reducibleKwh / 2 >= restKwh) break;
    chosen.add(site.id);
    sumKwh += site.reducibleKwh;
  }
  return chosen;
}

/**
 * Jain's fairness index of some values: 1 if all are equal, 1/n if one has everything; null if all
 * are 0 or there are none. R. Jain, D. Chiu, W. Hawe, DEC-TR-301 (1984).
 */
export function jainIndex(values: readonly number[]): number | null {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return squares === 0 ? null : (sum * sum) / (values.length * squares);
}
