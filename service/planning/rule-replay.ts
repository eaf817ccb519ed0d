import { setImmediate } from "node:timers/promises";
import type { MissingAdviceInput } from "../../lib/contract/index.ts";
import { floorQuarter, getLocalDay, localDate, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { RuleConditions, RuleControlType } from "../engine/rule.ts";
import { EffectSums, type ReachColumns } from "../engine/replay-effects.ts";
import type { IspEffect } from "../engine/rule-value.ts";
import { replaySteps, type Replay, type ReplayPast } from "../engine/rule-replay.ts";
import type { Site } from "../engine/site.ts";
import { CONTROLLED, readChangedAreaDays } from "../store/location-days.ts";
import { readPackedDays, sortLocationIds, type PackedDay } from "../store/read-days.ts";
import type { Db } from "../store/store.ts";
import { findMissing, takesPart, type RuleSubject } from "./rule-windows.ts";
import type { Fleet } from "./fleet.ts";
import type { Member } from "./fleet-entries.ts";
import { areaItems } from "./history.ts";
import { RuleMarket } from "./rule-market.ts";
import { ValueInputs, type ContractPartner } from "./value-inputs.ts";

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
  const effects = new PastEffects(market, conditions, candidates);
  await effects.read(db, members);
  const know = (startMs: number, atMs: number) =>
    market.know(startMs, atMs, injection.get(startMs)?.forecastKwh);
  const replay = await runInSteps(conditions, {
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
    missing: [...missing, ...getTermsGap(market, participants, { fromMs, toMs })],
  };
}

/** Runs a replay; other requests get a turn between its steps. */
async function runInSteps(conditions: RuleConditions, past: ReplayPast): Promise<Replay> {
  const steps = replaySteps(conditions, past);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

/** The customers without terms at the start or the end of a period. */
function getTermsGap(
  market: RuleMarket,
  participants: readonly ContractPartner[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): MissingAdviceInput[] {
  const { getTermsKey } = market.inputs;
  const without = new Set(
    [floorQuarter(fromMs), floorQuarter(toMs - 1)].flatMap((ms) =>
      market.getPartnersWithoutTerms(ms, ms).map(getTermsKey),
    ),
  );
  const found = participants.filter((one) => without.has(getTermsKey(one)));
  const customers = new Set(found.map(({ customerId }) => customerId)).size;
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

const toColumns = (reaches: readonly Reach[]): ReachColumns => ({
  terms: Uint16Array.from(reaches, ({ terms }) => terms),
  panelsKw: Float64Array.from(reaches, ({ panelsKw }) => panelsKw),
  batteryKw: Float64Array.from(reaches, ({ batteryKw }) => batteryKw),
  fillKw: Float64Array.from(reaches, ({ fillKw }) => fillKw),
});

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

/** The interval of a day (from 0) that starts then. */
const indexOf = (day: string, ms: number): number =>
  Math.round((ms - getLocalDay(day).startMs) / QUARTER_MS);

/** The candidates of a local day: the first in the sums, and their intervals of the day. */
interface CandidateDay {
  day: string;
  slot: number;
  indices: number[];
}

function toDays(candidates: readonly number[]): CandidateDay[] {
  const days: CandidateDay[] = [];
  for (const [slot, ms] of candidates.entries()) {
    const day = localDate(ms);
    if (days.at(-1)?.day !== day) days.push({ day, slot, indices: [] });
    days.at(-1)!.indices.push(indexOf(day, ms));
  }
  return days;
}

/** What controls would have changed in the ISPs of the past, by the forecasts and by measurements. */
class PastEffects {
  private readonly sums: ReadonlyMap<RuleControlType, EffectSums>;
  private readonly slots: ReadonlyMap<number, number>;

  constructor(
    private readonly market: RuleMarket,
    { export: exported, import: imported }: RuleConditions,
    private readonly candidates: readonly number[],
  ) {
    const types = new Set([exported, imported].flatMap((one) => (one ? [one.type] : [])));
    const create = (type: RuleControlType) =>
      new EffectSums(type, candidates.length, market.termsCount);
    this.sums = new Map([...types].map((type) => [type, create(type)]));
    this.slots = new Map(candidates.map((ms, slot) => [ms, slot]));
  }

  /** Reads the days of the candidates at these locations; the next days while some are summed. */
  async read(db: Db, members: readonly Member[]): Promise<void> {
    const reaches = new Map(
      members.map(({ stored, site }) => [
        stored.locationId,
        toReach(site, this.market.getTermsIndex(stored)),
      ]),
    );
    const ids = await sortLocationIds(db, [...reaches.keys()]);
    const step = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, ids.length)));
    const days = toDays(this.candidates);
    const byDay = new Map(days.map((one) => [one.day, one]));
    const readFrom = (i: number) => {
      const some = days.slice(i, i + step);
      const indices = some.flatMap((one) => one.indices);
      const first = indices.reduce((a, b) => Math.min(a, b));
      const count = indices.reduce((a, b) => Math.max(a, b)) - first + 1;
      const names = some.map(({ day }) => day);
      return readPackedDays(db, ids, names, { first, count });
    };
    let columns = toColumns([]);
    let columnIds: readonly string[] = [];
    let next = days.length > 0 ? readFrom(0) : null;
    for (let i = step; next; i += step) {
      const found: PackedDay[] = await next;
      next = i < days.length ? readFrom(i) : null;
      // A failure is thrown where it is awaited.
      next?.catch(() => undefined);
      for (const day of found) {
        if (!isSame(columnIds, day.locationIds)) {
          columnIds = day.locationIds;
          columns = toColumns(columnIds.map((id) => reaches.get(id)!));
        }
        const { slot, indices } = byDay.get(day.day)!;
        const at = indices.map((index) => index - day.first);
        for (const sums of this.sums.values()) sums.add(columns, day, { slot, at }, CONTROLLED);
      }
    }
  }

  /** The effect with the contract prices known at a moment; with the final ones if it is null. */
  get(type: RuleControlType, ispMs: number, atMs: number | null, nowMs: number): IspEffect | null {
    const slot = this.slots.get(ispMs);
    if (slot === undefined) return null;
    const sum = this.sums.get(type)?.get(slot, atMs === null ? "measured" : "forecast");
    const prices = sum && this.market.getContractPrices(ispMs, atMs ?? nowMs);
    if (!sum || !prices) return null;
    const contracts = sum.terms.map((terms, i) => ({ ...terms, prices: prices[i]! }));
    return { curtailed: sum.curtailed, contracts };
  }
}
