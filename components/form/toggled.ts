/** A choice of any number of values after one of them was chosen, or was chosen no longer. */
export const toggled = <T>(chosen: readonly T[], one: T): T[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
