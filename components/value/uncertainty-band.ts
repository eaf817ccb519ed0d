/** Whether the error band of an energy is unknown and not zero: some of it was not measured. */
export const isBandUnknown = (kwh: number, missing: readonly { what: string }[]): boolean =>
  kwh === 0 && missing.some(({ what }) => what === "measurements");
