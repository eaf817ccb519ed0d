import { getKwhPrices, type ContractTerms, type KwhPrices } from "../engine/value.ts";
import { Turns } from "./turns.ts";
import type { ContractPartner, ValueInputs } from "./value-inputs.ts";

/** Locations with the same contract terms. */
interface TermsGroup {
  partner: ContractPartner;
  locations: number;
}

/** The terms of all groups on a local day, by what is known at a moment. */
interface DayTerms {
  /** null: unknown. */
  terms: readonly (ContractTerms | null)[];
  isComplete: boolean;
  /** Whether one of them follows the day-ahead price. */
  isDynamic: boolean;
  /** Terms that customers pay different prices by for a kWh from the grid, with their locations. */
  imports: readonly { terms: ContractTerms; locations: number }[];
}

/** Terms of days that are held, of all groups together, and days at least. */
const HELD_TERMS = 2_000_000;
const HELD_DAYS = 8;

/** The contract terms at the locations of a rule's target, those with the same terms together. */
export class RuleTerms {
  private readonly groups: TermsGroup[] = [];
  private readonly indexOf = new Map<string, number>();
  private readonly days = new Map<string, DayTerms>();

  private constructor(
    private readonly inputs: ValueInputs,
    private readonly isLenient: boolean,
  ) {}

  /**
   * Groups partners by their terms; other work gets turns.
   * @param isLenient where no terms were recorded at a decision, the first that were recorded later count
   */
  static async group(
    inputs: ValueInputs,
    partners: readonly ContractPartner[],
    isLenient: boolean,
  ): Promise<RuleTerms> {
    const terms = new RuleTerms(inputs, isLenient);
    const turns = new Turns();
    for (const [i, partner] of partners.entries()) {
      terms.add(partner);
      if (turns.isOver(i)) await turns.next();
    }
    return terms;
  }

  private add(partner: ContractPartner): void {
    const key = this.inputs.getTermsKey(partner);
    const index = this.indexOf.get(key) ?? this.groups.length;
    this.indexOf.set(key, index);
    const group = (this.groups[index] ??= { partner, locations: 0 });
    group.locations += 1;
  }

  /** The number of different terms. */
  get count(): number {
    return this.groups.length;
  }

  /** Which of the terms apply to a partner. */
  getIndex(partner: ContractPartner): number {
    return this.indexOf.get(this.inputs.getTermsKey(partner))!;
  }

  /** The prices of an ISP in each of the terms, or in these; null if one of them is unknown. */
  getPrices(ispMs: number, atMs: number, indices?: readonly number[]): KwhPrices[] | null {
    const { terms } = this.getDay(ispMs, atMs);
    const dayAhead = this.getDayAhead(ispMs, atMs);
    const prices: KwhPrices[] = [];
    for (const one of indices ? indices.map((i) => terms[i]!) : terms) {
      const found = one && getKwhPrices(one, dayAhead, ispMs);
      if (!found) return null;
      prices.push(found);
    }
    return prices;
  }

  /** Whether the prices of an ISP are known in all terms. */
  hasPrices(ispMs: number, atMs: number): boolean {
    const { isComplete, isDynamic } = this.getDay(ispMs, atMs);
    return isComplete && (!isDynamic || this.getDayAhead(ispMs, atMs) !== undefined);
  }

  /** What customers pay for a kWh from the grid, on average over locations; undefined if unknown. */
  getImportPrice(ispMs: number, atMs: number): number | undefined {
    if (!this.hasPrices(ispMs, atMs)) return undefined;
    const dayAhead = this.getDayAhead(ispMs, atMs);
    let [sum, count] = [0, 0];
    for (const { terms, locations } of this.getDay(ispMs, atMs).imports) {
      sum += getKwhPrices(terms, dayAhead, ispMs)!.customerImport * locations;
      count += locations;
    }
    return count === 0 ? undefined : Math.round(sum / count);
  }

  /** The partners without terms in an ISP by what was known at a moment, one for each of the terms. */
  getPartnersWithout(ispMs: number, atMs: number): ContractPartner[] {
    const { terms } = this.getDay(ispMs, atMs);
    return this.groups.flatMap(({ partner }, i) => (terms[i] ? [] : [partner]));
  }

  /** The partners whose terms for an ISP were first recorded after a moment, one for each of the terms. */
  getPartnersWithLater(ispMs: number, atMs: number): ContractPartner[] {
    return this.groups
      .map(({ partner }) => partner)
      .filter((partner) => this.getLaterMs(partner, ispMs, atMs) !== null);
  }

  /** When terms for an ISP were first recorded, if that was after a moment. */
  private getLaterMs(partner: ContractPartner, ispMs: number, atMs: number): number | null {
    const firstMs = this.inputs.getFirstTermsMs(partner, ispMs);
    return firstMs > atMs && firstMs < Infinity ? firstMs : null;
  }

  private getDayAhead = (ispMs: number, asOfMs: number): number | undefined =>
    this.inputs.getDayAhead(ispMs, { asOfMs, isStrict: true });

  /** The terms in force on the day of an ISP: they differ only by what is recorded. */
  private getDay(ispMs: number, atMs: number): DayTerms {
    const key = `${this.inputs.getDate(ispMs)} ${this.inputs.countTermsVersions(atMs)}`;
    const found = this.days.get(key);
    if (found) return found;
    const day = this.readDay(ispMs, atMs);
    const limit = Math.max(HELD_DAYS, HELD_TERMS / this.count);
    if (this.days.size >= limit) this.days.delete(this.days.keys().next().value!);
    this.days.set(key, day);
    return day;
  }

  private readDay(ispMs: number, atMs: number): DayTerms {
    const imports = new Map<string, { terms: ContractTerms; locations: number }>();
    const day = { isComplete: true, isDynamic: false };
    const all = this.groups.map(({ partner, locations }) => {
      const terms = this.getTerms(partner, ispMs, atMs);
      if (!terms) {
        day.isComplete = false;
        return null;
      }
      const { feedIn, import: basic, markupEurPerKwh, energyTaxEurPerKwh, vatPercent } = terms;
      if (feedIn.dayAheadFactor !== 0 || basic.dayAheadFactor !== 0) day.isDynamic = true;
      const key = `${basic.dayAheadFactor} ${basic.eurPerKwh} ${markupEurPerKwh} ${energyTaxEurPerKwh} ${vatPercent}`;
      const found = imports.get(key);
      if (found) found.locations += locations;
      else imports.set(key, { terms, locations });
      return terms;
    });
    return { ...day, terms: all, imports: [...imports.values()] };
  }

  private getTerms(partner: ContractPartner, ispMs: number, atMs: number): ContractTerms | null {
    const found = this.inputs.getTerms(partner, ispMs, { asOfMs: atMs, isStrict: true });
    if (found || !this.isLenient) return found;
    const asOfMs = this.getLaterMs(partner, ispMs, atMs);
    return asOfMs === null
      ? null
      : this.inputs.getTerms(partner, ispMs, { asOfMs, isStrict: true });
  }
}
