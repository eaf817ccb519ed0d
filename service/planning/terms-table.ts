import { ceilQuarter, getLocalDay } from "../../lib/time/amsterdam.ts";
import type { ContractTerms } from "../engine/value.ts";
import type { DecisionTimes } from "../store/decision-times.ts";
import type { TermsRow } from "../store/terms.ts";
import { Turns } from "./turns.ts";

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

/** What counts of the terms of a group or customer. */
interface TermsKey {
  /** The same for those with the same terms, whenever they are used. */
  key: number;
  /** Whether it has terms at all times, so that those of its group do not count. */
  isComplete: boolean;
}

/** The terms of groups or customers in all their versions. */
export class TermsTable {
  private readonly subjects = new Map<string, TermsDays[]>();
  private readonly converted = new Map<TermsRow["terms"], ContractTerms | null>([[null, null]]);
  private readonly ids = new Map<ContractTerms | null, string>([[null, "none"]]);
  private readonly keys = new Map<string, TermsKey>();
  private readonly numbers = new Map<string, number>();

  private constructor(private readonly use: TermsUse) {}

  /**
   * Reads the versions of groups or customers; other work gets turns.
   * @param parts all rows of a group or customer in one part, in order of recording
   */
  static async read(
    parts: AsyncIterable<TermsRow[]> | Iterable<TermsRow[]>,
    use: TermsUse,
  ): Promise<TermsTable> {
    const table = new TermsTable(use);
    const turns = new Turns();
    for await (const rows of parts) {
      const added = new Set<string>();
      for (const row of rows) if (table.add(row)) added.add(row.subjectId);
      let sorted = 0;
      for (const id of added) {
        table.sort(id);
        if (turns.isOver(++sorted)) await turns.next();
      }
    }
    return table;
  }

  private add({ subjectId, validFrom, recordedAt, terms: stored }: TermsRow): boolean {
    const { firstDay, lastDay, decisions } = this.use;
    const recordedMs = recordedAt.getTime();
    const vintageMs = decisions ? getFirstDecision(recordedMs, firstDay, decisions) : recordedMs;
    if (vintageMs === null || validFrom > lastDay) return false;
    const terms = this.convert(stored);
    const days = this.subjects.get(subjectId) ?? [];
    this.subjects.set(subjectId, days);
    const versions = days.find(([day]) => day === validFrom)?.[1];
    if (!versions) days.push([validFrom, [{ vintageMs, terms }]]);
    else if (versions.at(-1)!.vintageMs < vintageMs) versions.push({ vintageMs, terms });
    else versions[versions.length - 1] = { vintageMs, terms };
    return true;
  }

  private convert(stored: TermsRow["terms"]): ContractTerms | null {
    const found = this.converted.get(stored);
    if (found !== undefined) return found;
    const terms = toTerms(stored!);
    this.converted.set(stored, terms);
    this.ids.set(terms, JSON.stringify(terms));
    return terms;
  }

  /** Puts the latest day first. For decisions it leaves out what says the same as what was known before. */
  private sort(id: string): void {
    const days = this.subjects.get(id)!.sort(([a], [b]) => (a < b ? 1 : -1));
    if (!this.use.decisions) return;
    const idOf = ({ terms }: TermsVersion) => this.ids.get(terms)!;
    const counting: TermsDays[] = [];
    for (const [validFrom, versions] of days.toReversed()) {
      const changes = versions.filter((one, i) => i === 0 || idOf(one) !== idOf(versions[i - 1]!));
      const [only] = changes;
      const before = counting.at(-1)?.[1];
      const isRepeated =
        changes.length === 1 &&
        before?.length === 1 &&
        idOf(before[0]!) === idOf(only!) &&
        before[0]!.vintageMs <= only!.vintageMs;
      if (!isRepeated) counting.push([validFrom, changes]);
    }
    this.subjects.set(id, counting.reverse());
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

  /** What counts of the terms of a group or customer. */
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
      return [since, ...versions.map((one) => `${one.vintageMs} ${this.ids.get(one.terms)}`)];
    });
    const isComplete =
      covering !== -1 && counting.every(([, versions]) => versions.every(({ terms }) => terms));
    const content = parts.join("|");
    const number = this.numbers.get(content) ?? this.numbers.size;
    this.numbers.set(content, number);
    const key = { key: number, isComplete };
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
