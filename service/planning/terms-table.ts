import { ceilQuarter, getLocalDay } from "../../lib/time/amsterdam.ts";
import type { ContractTerms } from "../engine/value.ts";
import type { DecisionTimes } from "../store/decision-times.ts";
import type { TermsRow } from "../store/terms.ts";

interface TermsVersion {
  vintageMs: number;
  terms: ContractTerms | null;
}
/** The versions of the terms of a group or customer from a day on. */
type TermsDays = [validFrom: string, versions: TermsVersion[]];

/**
 * What may be used for a value: versions known until `asOfMs`. Where there is none yet, the first
 * later one counts, unless `isStrict`.
 */
export interface KnowledgeTime {
  asOfMs: number;
  isStrict: boolean;
  /** Whether forecasts of imbalance prices are left out. */
  isSettled?: boolean;
}

/** The version of these, in order of vintage, that may be used. */
export function getVersion<T extends { vintageMs: number }>(
  versions: readonly T[] | undefined,
  { asOfMs, isStrict }: KnowledgeTime,
): T | undefined {
  const version = versions?.findLast(({ vintageMs }) => vintageMs <= asOfMs);
  return version ?? (isStrict ? undefined : versions?.[0]);
}

const toTerms = (terms: NonNullable<TermsRow["terms"]>): ContractTerms => ({
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
});

/** What uses terms: decisions on the ISPs of these local days, or anything at any time. */
export interface TermsUse {
  firstDay: string;
  lastDay: string;
  decisions?: DecisionTimes | undefined;
}

/** As vintage of what every decision knows. */
const ALWAYS = 0;

/** The first decision that knows what was recorded at a moment; null if none does. */
function getFirstDecision(
  recordedMs: number,
  firstDay: string,
  { nowMs, reachMs }: DecisionTimes,
): number | null {
  if (recordedMs > nowMs) return null;
  const firstMs = reachMs === undefined ? nowMs : getLocalDay(firstDay).startMs - reachMs;
  if (recordedMs <= firstMs) return ALWAYS;
  return Math.min(ceilQuarter(recordedMs), nowMs);
}

/** The part of a subject's terms that counts: subjects with the same key have the same terms. */
interface TermsKey {
  key: string;
  /** Whether it has terms at all times, so that those of its group do not count. */
  isComplete: boolean;
}

/** The terms of groups or customers in all their versions. */
export class TermsTable {
  private readonly subjects = new Map<string, TermsDays[]>();
  private readonly ids = new Map<ContractTerms | null, number>();
  private readonly keys = new Map<string, TermsKey>();

  /** @param rows each subject's in order of recording, those with the same terms with one object */
  constructor(
    rows: readonly TermsRow[],
    private readonly use: TermsUse,
  ) {
    const { firstDay, lastDay, decisions } = use;
    const converted = new Map<TermsRow["terms"], ContractTerms | null>([[null, null]]);
    for (const { subjectId, validFrom, recordedAt, terms: stored } of rows) {
      const recordedMs = recordedAt.getTime();
      const vintageMs = decisions ? getFirstDecision(recordedMs, firstDay, decisions) : recordedMs;
      if (vintageMs === null || validFrom > lastDay) continue;
      const terms = converted.get(stored) ?? (stored && toTerms(stored));
      converted.set(stored, terms);
      const days = this.subjects.get(subjectId) ?? [];
      this.subjects.set(subjectId, days);
      const versions = days.find(([day]) => day === validFrom)?.[1];
      if (!versions) days.push([validFrom, [{ vintageMs, terms }]]);
      else if (versions.at(-1)!.vintageMs < vintageMs) versions.push({ vintageMs, terms });
      else versions[versions.length - 1] = { vintageMs, terms };
    }
    for (const days of this.subjects.values()) days.sort(([a], [b]) => (a < b ? 1 : -1));
    for (const terms of converted.values()) this.ids.set(terms, this.ids.size);
  }

  /** The terms of a group or customer on a local day; null if there are none. */
  find(id: string, day: string, at: KnowledgeTime): ContractTerms | null {
    for (const [validFrom, versions] of this.subjects.get(id) ?? []) {
      const version = validFrom <= day ? getVersion(versions, at) : undefined;
      if (version) return version.terms;
    }
    return null;
  }

  /** When the first terms were recorded that are in force on a local day; Infinity if none were. */
  getFirstMs(id: string, day: string): number {
    const inForce = this.subjects.get(id)?.filter(([validFrom]) => validFrom <= day) ?? [];
    return Math.min(...inForce.map(([, versions]) => versions[0]!.vintageMs));
  }

  /** The key of what counts for decisions. */
  getKey(id: string): TermsKey {
    const found = this.keys.get(id);
    if (found) return found;
    const days = this.subjects.get(id) ?? [];
    const isCovering = ([validFrom, versions]: TermsDays) =>
      validFrom <= this.use.firstDay && versions[0]!.vintageMs === ALWAYS;
    // Those of an earlier day are never in force.
    const covering = days.findIndex(isCovering);
    const counting = covering === -1 ? days : days.slice(0, covering + 1);
    const parts = counting.map(([validFrom, versions], i) => {
      const since = i === covering ? "" : validFrom;
      return [since, ...versions.map((one) => `${one.vintageMs}=${this.ids.get(one.terms)}`)];
    });
    const isComplete =
      covering !== -1 && counting.every(([, versions]) => versions.every(({ terms }) => terms));
    const key = { key: parts.join("|"), isComplete };
    this.keys.set(id, key);
    return key;
  }

  /** When versions became known. */
  getVintages(): number[] {
    return [...this.subjects.values()]
      .flat()
      .flatMap(([, versions]) => versions.map(({ vintageMs }) => vintageMs));
  }
}
