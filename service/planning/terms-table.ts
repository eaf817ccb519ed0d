import type { ContractTerms } from "../engine/value.ts";
import type { TermsRow } from "../store/terms.ts";

interface TermsVersion {
  vintageMs: number;
  terms: ContractTerms | null;
}
/** The versions of a group or customer, by first day, latest first. */
export type TermsTable = Map<string, [validFrom: string, versions: TermsVersion[]][]>;

const toTerms = ({ terms }: TermsRow): ContractTerms | null =>
  terms && {
    feedIn: {
      dayAheadFactor: terms.feed_in.day_ahead_factor,
      eurPerKwh: terms.feed_in.eur_per_kwh,
    },
    import: {
      dayAheadFactor: terms.import.day_ahead_factor,
      eurPerKwh: terms.import.eur_per_kwh,
    },
    markupEurPerKwh: terms.markup_eur_per_kwh,
    energyTaxEurPerKwh: terms.energy_tax_eur_per_kwh,
    vatPercent: terms.vat_percent,
    compensationEurPerKwh: terms.compensation_eur_per_kwh,
    wearEurPerKwh: terms.battery_wear_eur_per_kwh ?? 0,
    netting: terms.netting,
  };

/** The terms of groups or customers from their stored versions. */
export function toTermsTable(rows: readonly TermsRow[]): TermsTable {
  const table: TermsTable = new Map();
  for (const row of rows) {
    const days = table.get(row.subjectId) ?? [];
    table.set(row.subjectId, days);
    const version = { vintageMs: row.recordedAt.getTime(), terms: toTerms(row) };
    const day = days.find(([validFrom]) => validFrom === row.validFrom);
    if (day) day[1].push(version);
    else days.push([row.validFrom, [version]]);
  }
  for (const days of table.values()) days.sort(([a], [b]) => (a < b ? 1 : -1));
  return table;
}
