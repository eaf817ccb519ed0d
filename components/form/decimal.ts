const decimal = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/**
 * The number a person typed, with a decimal point or a decimal comma; `NaN` for anything else,
 * also for grouped thousands, which cannot be told from decimals. The minus sign of typesetting
 * counts as a minus.
 */
export function parseDecimal(text: string): number {
  const plain = text.trim().replace("\u2212", "-");
  return decimal.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}

/** The same, with `fallback` for an empty field. */
export function parseOptionalDecimal<F>(text: string, fallback: F): number | F {
  return text.trim() === "" ? fallback : parseDecimal(text);
}
