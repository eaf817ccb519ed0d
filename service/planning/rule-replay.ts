import type { MissingAdviceInput } from "../../lib/contract/index.ts";
import { floorQuarter, getLocalDay, localDate, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { RuleConditions, RuleControlType } from "../engine/rule.ts";
import { addToTerms, type IspEffect, type TermsEffect } from "../engine/rule-value.ts";
import { replayRule, type Replay } from "../engine/rule-replay.ts";
import type { Site } from "../engine/site.ts";
import { toMilliwattHours } from "../engine/value.ts";
import { CONTROLLED, readChangedAreaDays } from "../store/location-days.ts";
import { readPackedDays, type PackedDay } from "../store/read-days.ts";
import type { Db } from "../store/store.ts";
import { findMissing, takesPart, type RuleSubject } from "./rule-windows.ts";
import type { Fleet, Member } from "./fleet.ts";
import { areaItems } from "./history.ts";
import { RuleMarket } from "./rule-market.ts";
import { ValueInputs } from "./value-inputs.ts";

/** Location days read at once: some megabytes. */
const DAYS_AT_ONCE = 10_000;
/** A battery counts with the power at which it is filled in this time: it is filled only once. */
const BATTERY_HOURS = 4;

/** A replay, with what was missing for it. */
export interface ReplayReport extends Replay {
  locations: number;
  missing: MissingAdviceInput[];
}

/**
 * Runs a rule over a past period: the locations of its target as they are now, their frozen
 * forecasts and measurements, and prices as they were known at each decision.
 */
export async function replayPast(
  db: Db,
  { fleet, maxMs }: { fleet: Fleet; maxMs: number },
  { conditions, target, zone }: RuleSubject,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  nowMs: number,
): Promise<ReplayReport> {
  const members = (await fleet.select(db, target, nowMs)).filter(takesPart);
  const participants = members.map(({ stored }) => stored);
  const inputs = await ValueInputs.read(db, zone, { fromMs, toMs }, participants);
  const market = new RuleMarket(inputs, participants, true);
  const injection = await readZone(db, zone, fromMs, toMs);
  const isps: number[] = [];
  for (let ms = floorQuarter(fromMs); ms < toMs; ms += QUARTER_MS) isps.push(ms);
  const candidates = isps.filter((ms) => market.mayQualify(conditions, ms));
  const effects = new PastEffects(market, conditions);
  await effects.read(db, members, candidates);
  const know = (startMs: number, atMs: number) =>
    market.know(startMs, atMs, injection.get(startMs)?.forecastKwh);
  const replay = replayRule(conditions, {
    fromMs,
    toMs,
    maxMs,
    candidates,
    know,
    knowFinal: (startMs, decidedMs) =>
      market.know(startMs, nowMs, injection.get(startMs)?.finalKwh, decidedMs),
    getEffect: (type, startMs, atMs) => effects.get(type, startMs, atMs, nowMs),
  });
  const exportOnly = { ...conditions, import: null };
  const missing = findMissing(
    exportOnly,
    isps.map((ms) => know(ms, ms - conditions.noticeMs)),
  );
  return {
    ...replay,
    locations: members.length,
    missing: [...missing, ...getTermsGap(market, fromMs, toMs)],
  };
}

function getTermsGap(market: RuleMarket, fromMs: number, toMs: number): MissingAdviceInput[] {
  const ids = [floorQuarter(fromMs), floorQuarter(toMs - 1)].flatMap((ms) =>
    market.getPartnersWithoutTerms(ms, ms).map(({ customerId }) => customerId),
  );
  const customers = new Set(ids).size;
  return customers === 0 ? [] : [{ what: "terms", intervals: 0, customers, time_from: null }];
}

/** The injection of a bidding zone in each ISP in kWh: as forecast, and as measured where it was. */
async function readZone(db: Db, zone: string, fromMs: number, toMs: number) {
  const range = { id: zone, from: localDate(fromMs), to: localDate(toMs) };
  const days = await readChangedAreaDays(db, { kind: "bidding_zone", ...range }, []);
  const found = new Map<number, { forecastKwh: number; finalKwh: number }>();
  for (const { values } of days)
    for (const { time, forecast, actual } of values ? areaItems(values, fromMs, toMs) : [])
      found.set(Date.parse(time), {
        forecastKwh: forecast / 4,
        finalKwh: (actual ?? forecast) / 4,
      });
  return found;
}

/** What a control can change at a location, in kW. */
interface Reach {
  terms: number;
  panelsKw: number;
  batteryKw: number;
  /** The power at which its batteries are filled in `BATTERY_HOURS`. */
  fillKw: number;
}

function toReach(site: Site, terms: number): Reach {
  const reach = { terms, panelsKw: 0, batteryKw: 0, fillKw: 0 };
  for (const { controllable, inverterKw } of site.panels)
    if (controllable) reach.panelsKw += inverterKw;
  for (const { controllable, capacityKwh, floorKwh, powerKw, efficiency } of site.batteries) {
    if (!controllable) continue;
    reach.batteryKw += powerKw;
    reach.fillKw += (capacityKwh - floorKwh) / efficiency / BATTERY_HOURS;
  }
  return reach;
}

/** The interval of a day (from 0) that starts then. */
const indexOf = (day: string, ms: number): number =>
  Math.round((ms - getLocalDay(day).startMs) / QUARTER_MS);

/** Sums over locations in an ISP, for one type of control and one basis. */
interface PastSum {
  curtailed: number;
  terms: Omit<TermsEffect, "prices">[];
}

type Basis = "forecast" | "measured";

/** What controls would have changed in the ISPs of the past, by the forecasts and by measurements. */
class PastEffects {
  private readonly sums = new Map<string, PastSum>();
  private readonly types: RuleControlType[];

  constructor(
    private readonly market: RuleMarket,
    { export: exported, import: imported }: RuleConditions,
  ) {
    this.types = [...new Set([exported, imported].flatMap((one) => (one ? [one.type] : [])))];
  }

  /** Reads the days of these ISPs at these locations. */
  async read(db: Db, members: readonly Member[], candidates: readonly number[]): Promise<void> {
    const reaches = new Map(
      members.map(({ stored, site }) => [
        stored.locationId,
        toReach(site, this.market.getTermsIndex(stored)),
      ]),
    );
    const byDay = new Map<string, number[]>();
    for (const ms of candidates) {
      const day = localDate(ms);
      const list = byDay.get(day);
      if (list) list.push(ms);
      else byDay.set(day, [ms]);
    }
    const days = [...byDay.keys()];
    const step = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, reaches.size)));
    const ids = [...reaches.keys()];
    for (let i = 0; i < days.length; i += step) {
      const some = days.slice(i, i + step);
      const indices = some.flatMap((day) => byDay.get(day)!.map((ms) => indexOf(day, ms)));
      const first = indices.reduce((a, b) => Math.min(a, b));
      const count = indices.reduce((a, b) => Math.max(a, b)) - first + 1;
      for (const day of await readPackedDays(db, ids, some, { first, count }))
        this.add(day, byDay.get(day.day)!, reaches);
    }
  }

  private add(day: PackedDay, isps: readonly number[], reaches: ReadonlyMap<string, Reach>): void {
    const located = day.locationIds.map((id) => reaches.get(id)!);
    for (const type of this.types)
      for (const ispMs of isps) {
        const index = indexOf(day.day, ispMs) - day.first;
        const forecast = this.sumOf(type, ispMs, "forecast");
        const measured = this.sumOf(type, ispMs, "measured");
        for (let i = 0; i < located.length; i++) {
          const at = i * day.count + index;
          const expectedKw = day.forecast[at]!;
          if (Number.isNaN(expectedKw)) continue;
          const isFree = (day.flags[at]! & CONTROLLED) === 0;
          const actualKw = day.actual[at]!;
          const reach = located[i]!;
          const downwardKw = day.downward[at]!;
          addLocation(forecast, type, reach, expectedKw, downwardKw);
          const realKw = isFree && !Number.isNaN(actualKw) ? actualKw : expectedKw;
          addLocation(measured, type, reach, realKw, downwardKw);
        }
      }
  }

  private sumOf(type: RuleControlType, ispMs: number, basis: Basis): PastSum {
    const key = `${type} ${ispMs} ${basis}`;
    const sum = this.sums.get(key) ?? {
      curtailed: 0,
      terms: Array.from({ length: this.market.termsCount }, () => ({
        lessFeedIn: 0,
        moreImport: 0,
        compensated: 0,
      })),
    };
    this.sums.set(key, sum);
    return sum;
  }

  /** The effect with the contract prices known at a moment; with the final ones if it is null. */
  get(type: RuleControlType, ispMs: number, atMs: number | null, nowMs: number): IspEffect | null {
    const sum = this.sums.get(`${type} ${ispMs} ${atMs === null ? "measured" : "forecast"}`);
    const prices = sum && this.market.getContractPrices(ispMs, atMs ?? nowMs);
    if (!sum || !prices) return null;
    const contracts = sum.terms.map((terms, i) => ({ ...terms, prices: prices[i]! }));
    return { curtailed: sum.curtailed, contracts };
  }
}

function addLocation(
  sum: PastSum,
  type: RuleControlType,
  { terms, panelsKw, batteryKw, fillKw }: Reach,
  injectionKw: number,
  downwardKw: number,
): void {
  const lessKw =
    type === "ZERO_EXPORT"
      ? Math.min(Math.max(injectionKw, 0), panelsKw)
      : Math.max(0, downwardKw - batteryKw) + Math.min(Math.max(0, downwardKw), batteryKw, fillKw);
  if (!(lessKw > 0)) return;
  const without = toMilliwattHours(injectionKw, QUARTER_MS);
  const withControl = toMilliwattHours(injectionKw - lessKw, QUARTER_MS);
  sum.curtailed += without - withControl;
  addToTerms(sum.terms[terms]!, without, withControl);
}
