/** The quantity of a column by its name: exported, imported, produced or consumed energy. */
export type Side = "export" | "production" | "import" | "consumption";

const NOT_ENERGY =
  /\b(max|(?<!\d )min|maximum|minimum|prijs|price|kosten|costs?|eur|apx|k?var?h?|m3|gas|water|ean|status|quality|id|index|lat|lon|latitude|longitude|hour|minute|on)\b|radiat|irradi|straling|clear ?sky|temp|cloud|bewolk|humid|vocht|pressure|druk|\brain|neerslag|snow|wind ?(speed|dir|deg|snel|richt)/;
// In this order: "teruglevering" contains "levering", and "netto verbruik" is consumption.
const SIDES: [Side, RegExp][] = [
  ["export", /terug|retour|export|feed ?in|fed in|return|invoed|injecti|injected|\b2 8 [012]\b/],
  ["import", /lever|afname|afgenomen|import|off ?take|delivered|\b1 8 [012]\b/],
  ["production", /opwek|opgewekt|productie|production|produced|generat|opbrengst|yield|solar/],
  ["consumption", /verbruik|gebruik|consum|usage|demand|\bload\b|belasting/],
];

/** A name in lower case without accents, with single spaces. */
export const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Whether the column name is about something other than power or energy. */
export const isSomethingElse = (header: string): boolean => NOT_ENERGY.test(plain(header));

/** The direction of a column's energy, if its name contains it. */
export function parseSide(header: string): Side | undefined {
  if (isSomethingElse(header)) return undefined;
  return SIDES.find(([, pattern]) => pattern.test(plain(header)))?.[0];
}

/** Whether a column has cumulative readings. */
export const isReading = (header: string): boolean =>
  /stand(en)?\b|reading|cumulati|register|\bimport t[12]\b|\bexport t[12]\b/.test(plain(header));

/** Which end of an interval a column's timestamps mark, if its name contains it. */
export function endOfInterval(header: string): "start" | "end" | undefined {
  const name = plain(header);
  if (/\b(tot|to|until|end|eind\w*|end\w*time|totdatum|einde)\b/.test(name)) return "end";
  return /\b(van|vanaf|from|start\w*|begin\w*)\b/.test(name) ? "start" : undefined;
}

export const isUtcHeader = (header: string): boolean => /\b(utc|gmt|zulu)\b/.test(plain(header));
