import type { AnswerOf, ReplayOrder, RuleReplay } from "../../lib/contract/index.ts";
import { DAY_MS, floorQuarter, HOUR_MS, localDate, startOfDay } from "../../lib/time/amsterdam.ts";
import type { ReplayedControl, ReplaySum } from "../engine/rule-replay.ts";
import { parseInstant } from "../engine/window.ts";
import { toEur, toRoundedKwh } from "../planning/value-amounts.ts";
import { replayPast, type ReplayReport } from "../planning/rule-replay.ts";
import type { PlanningDeps } from "./deps.ts";
import { invalid } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";
import { getRule, toSubject } from "./rules.ts";
import { Semaphore } from "./semaphore.ts";

const MAX_DAYS = 366;
const DEFAULT_DAYS = 60;
const MAX_CONTROLS = 1_000;
/** Replays at once: each holds some days of a whole fleet. */
const AT_ONCE = 1;

/** Rules tried on the past. */
export const ruleReplays = (deps: PlanningDeps): Handlers<"replayRule"> => {
  const turns = new Semaphore(AT_ONCE);
  return {
    replayRule: async ({ db, params, body }) => {
      const row = await getRule(db, params.rule_id);
      const nowMs = deps.now();
      const period = parsePeriod(body, nowMs);
      const maxMs = deps.controlLimits.maxHours * HOUR_MS;
      const endTurn = await turns.acquire();
      try {
        const context = { fleet: deps.fleet, maxMs };
        const report = await replayPast(db, context, toSubject(row), period, nowMs);
        return toReplay(row.id, period, report);
      } finally {
        endTurn();
      }
    },
  };
};

interface Period {
  fromMs: number;
  toMs: number;
}

function parsePeriod({ time_from, time_to }: ReplayOrder, nowMs: number): Period {
  const toMs = time_to ? floorQuarter(parseInstant(time_to)) : startOfDay(nowMs);
  const fromMs = time_from
    ? floorQuarter(parseInstant(time_from))
    : startOfDay(toMs, -DEFAULT_DAYS);
  const fault = (pointer: string, detail: string) => invalid([{ pointer, detail }]);
  if (toMs > nowMs) throw fault("#/time_to", "must not be in the future");
  if (fromMs >= toMs) throw fault("#/time_from", "must be before time_to");
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw fault("#/time_from", `must be at most ${MAX_DAYS} days before time_to`);
  return { fromMs, toMs };
}

const iso = (ms: number) => new Date(ms).toISOString();

const toSum = (sum: ReplaySum): AnswerOf<"replayRule">["total"] => ({
  controls: sum.controls,
  hours: sum.durationMs / HOUR_MS,
  curtailed_kwh: toRoundedKwh(sum.curtailed),
  expected_eur: toEur(sum.expected),
  gain_eur: toEur(sum.realised),
  customers_eur: toEur(sum.customers),
  foresight_eur: toEur(sum.foresight),
  share: sum.foresight > 0 ? sum.realised / sum.foresight : null,
  unvalued_intervals: sum.unvalued,
});

const addUp = (sums: readonly ReplaySum[]): ReplaySum => {
  const names = ["controls", "durationMs", "curtailed", "expected"] as const;
  const values = ["realised", "customers", "foresight", "unvalued"] as const;
  const total = (name: (typeof names)[number] | (typeof values)[number]) =>
    sums.reduce((sum, one) => sum + one[name], 0);
  return Object.fromEntries([...names, ...values].map((name) => [name, total(name)])) as never;
};

const toControl = (control: ReplayedControl) => ({
  type: control.type,
  decided_at: iso(control.decidedMs),
  time_from: iso(control.fromMs),
  time_to: iso(control.toMs),
  curtailed_kwh: toRoundedKwh(control.curtailed),
  expected_eur: toEur(control.expected.supplier),
  gain_eur: control.realised && toEur(control.realised.supplier),
});

const toReplay = (
  id: string,
  { fromMs, toMs }: Period,
  { months, controls, locations, sampled, missing, laterTermsCustomers }: ReplayReport,
): RuleReplay => ({
  rule_id: id,
  time_from: iso(fromMs),
  time_to: iso(toMs),
  locations,
  sampled_locations: sampled,
  total: toSum(addUp([...months.values()])),
  months: [...months].map(([ms, sum]) => ({ month: localDate(ms).slice(0, 7), ...toSum(sum) })),
  controls: controls.toReversed().slice(0, MAX_CONTROLS).map(toControl),
  missing,
  later_terms_customers: laterTermsCustomers,
});
