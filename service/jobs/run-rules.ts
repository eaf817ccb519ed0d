import type { Logger } from "pino";
import type {
  AdviceInput,
  AdviceInterval,
  DecisionOutcome,
  DecisionReason,
} from "../../lib/contract/index.ts";
import {
  DAY_MS,
  floorQuarter,
  localDate,
  QUARTER_MS,
  startOfDay,
} from "../../lib/time/amsterdam.ts";
import { monthAt } from "../engine/preferences.ts";
import { isDue, type RuleWindow } from "../engine/rule.ts";
import type { RuleMetrics } from "../metrics/rule-metrics.ts";
import { adviseWindow, type AdvisedWindow } from "../planning/advice.ts";
import { recordDecision } from "../planning/control-events.ts";
import type { RuleActions } from "../planning/rule-order.ts";
import { toConditions } from "../planning/rule-market.ts";
import { toEur, toRoundedKwh } from "../planning/value-amounts.ts";
import {
  findRuleWindows,
  toHistory,
  type AdviceDeps,
  type Evaluation,
  type RuleSubject,
} from "../planning/rule-windows.ts";
import {
  deleteDecisionsBefore,
  isDecided,
  readActed,
  readEnabledRules,
  toRule,
  type NewDecision,
  type TargetedRule,
} from "../store/rules.ts";
import type { Db, Store } from "../store/store.ts";

interface Options extends AdviceDeps {
  store: Pick<Store, "exclusively">;
  actions: RuleActions;
  metrics: RuleMetrics;
  log: Pick<Logger, "error" | "warn" | "info">;
}

/** Decisions are kept this long after their windows. */
const RETENTION_MS = 400 * DAY_MS;

/** A rule with what it found. */
interface Found {
  rule: TargetedRule;
  subject: RuleSubject;
  evaluation: Evaluation;
}

/**
 * Evaluates the enabled rules at one instance at a time, and acts on windows that are due. A decision
 * that acts is stored with what it did, so that a restart neither repeats nor omits one. Windows that
 * it left are planned again once a quarter-hour, or when a price, the position or the rule changes.
 */
export class RuleRunner {
  private readonly options: Options;
  /** What each window was last planned with, by rule and window. */
  private planned = new Map<string, string>();
  private cleanedDay = "";
  /** What is missing in this turn, at the rule that misses most. */
  private missing = new Map<AdviceInput, number>();

  constructor(options: Options) {
    this.options = options;
  }

  /** Called each minute. Never throws: the next minute tries again. */
  async run(nowMs: number): Promise<void> {
    const { store, log, metrics } = this.options;
    const before = this.planned;
    this.planned = new Map();
    try {
      await store.exclusively("rules", async (db) => {
        this.missing = new Map();
        await this.deleteOld(db, nowMs);
        const rules = await readEnabledRules(db);
        let failures = 0;
        for (const rule of rules)
          await this.runRule(db, rule, before, nowMs).catch((error: unknown) => {
            failures += 1;
            log.error({ ruleId: rule.id, err: error }, "Failed to evaluate a rule");
          });
        if (failures === 0) metrics.evaluated(nowMs, this.missing);
        else metrics.failed(nowMs, failures < rules.length ? this.missing : null);
      });
    } catch (error) {
      metrics.failed(nowMs, null);
      log.warn({ err: error }, "Failed to evaluate rules");
    }
  }

  private async deleteOld(db: Db, nowMs: number): Promise<void> {
    const today = localDate(nowMs);
    if (this.cleanedDay === today) return;
    await deleteDecisionsBefore(db, nowMs - RETENTION_MS);
    this.cleanedDay = today;
  }

  private async runRule(
    db: Db,
    rule: TargetedRule,
    before: ReadonlyMap<string, string>,
    nowMs: number,
  ): Promise<void> {
    const subject = toSubject(rule);
    const acted = await readActed(db, rule.id, monthAt(nowMs).fromMs);
    const evaluation = await findRuleWindows(db, this.options, subject, toHistory(acted), nowMs);
    const found = { rule, subject, evaluation };
    this.noteMissing(evaluation);
    for (const window of evaluation.capped)
      await this.record(db, rule, leave(found, window, "not_worth_it", ["monthly_cap"], nowMs));
    if (evaluation.windows.length === 0 && evaluation.capped.length === 0)
      return this.record(db, rule, describeNothing(found, nowMs));
    for (const window of evaluation.windows) {
      const isDueNow = rule.action !== "suggest" && isDue(subject.conditions, window, nowMs);
      const key = `${rule.id} ${window.type} ${window.fromMs} ${window.toMs}`;
      const basis = describeBasis(found, window, isDueNow, nowMs);
      const isSame = before.get(key) === basis;
      const result = isSame ? "left" : await this.decide(db, found, window, isDueNow, nowMs);
      if (result === "left") this.planned.set(key, basis);
      // One control a turn: the next window is judged with it in force.
      if (result === "acted") return;
    }
  }

  /**
   * Plans a window, and acts on it or records why not. Where it was refused it tries again each
   * minute: a pause may end, an hour may pass.
   */
  private async decide(
    db: Db,
    found: Found,
    window: RuleWindow,
    isDueNow: boolean,
    nowMs: number,
  ): Promise<"acted" | "left" | "refused"> {
    const { rule, subject, evaluation } = found;
    const advised = await adviseWindow(db, this.options, subject, evaluation, window, nowMs);
    const { refusals } = advised.assessment;
    if (refusals.length > 0) {
      await this.record(
        db,
        rule,
        describe(found, window, advised, "not_worth_it", refusals, nowMs),
      );
      return "left";
    }
    if (!isDueNow) {
      const outcome = rule.action === "suggest" ? "suggested" : "waiting";
      const reasons: DecisionReason[] = rule.action === "suggest" ? [] : ["not_due"];
      await this.record(db, rule, describe(found, window, advised, outcome, reasons, nowMs));
      return "left";
    }
    const decision = describe(found, window, advised, "issued", [], nowMs);
    const { type, fromMs, toMs } = window;
    const order = {
      type,
      ...(fromMs > nowMs && { time_from: new Date(fromMs).toISOString() }),
      time_to: new Date(toMs).toISOString(),
    };
    const result = await this.options.actions.act(db, rule, {
      target: subject.target,
      order,
      window: { fromMs, toMs },
      decision,
    });
    if (result?.outcome === "refused") {
      const { outcome, reason, detail } = result;
      await this.record(db, rule, { ...decision, outcome, reasons: [reason], detail });
      return "refused";
    }
    if (!result) return "refused";
    this.options.log.info({ ruleId: rule.id, ...result }, "A rule acted");
    this.options.metrics.decided(result.outcome);
    this.options.metrics.acted((nowMs - getDue(found, window, advised)) / 1e3);
    return "acted";
  }

  private noteMissing({ missing }: Evaluation): void {
    for (const { what, intervals, customers } of missing)
      this.missing.set(what, Math.max(this.missing.get(what) ?? 0, intervals, customers));
  }

  /** Records a decision, unless the same was decided before on these ISPs. */
  private async record(db: Db, rule: TargetedRule, decision: NewDecision): Promise<void> {
    if (await isDecided(db, decision)) return;
    await db.transaction((tx) => recordDecision(tx, rule, decision));
    this.options.metrics.decided(decision.outcome);
  }
}

/** From when on a rule could act on a window: its notice, or a later change of the rule or a price. */
const getDue = (
  { rule, subject }: Found,
  { fromMs }: RuleWindow,
  { intervals }: AdvisedWindow,
): number =>
  Math.max(
    fromMs - subject.conditions.noticeMs,
    rule.updatedAt.getTime(),
    ...intervals.map((interval) => Date.parse(interval.known_at)),
  );

const toSubject = (rule: TargetedRule): RuleSubject => ({
  conditions: toConditions(toRule(rule)),
  target: { kind: rule.targetKind, id: rule.targetId, name: rule.targetName },
  zone: rule.zone,
});

/** What a decision on a window is made from; the forecast and the fleet change by the quarter-hour. */
function describeBasis(
  { rule, evaluation: { isps } }: Found,
  window: RuleWindow,
  isDueNow: boolean,
  nowMs: number,
): string {
  const inputs = [];
  for (let ms = window.fromMs; ms < window.toMs; ms += QUARTER_MS) {
    const { prices, sold, importPrice } = isps.get(ms)!;
    inputs.push([prices, sold, importPrice]);
  }
  return JSON.stringify([rule.updatedAt, floorQuarter(nowMs), isDueNow, inputs]);
}

const noFigures = {
  volumeKwh: 0,
  gainEur: null,
  customersEur: null,
  intervals: [] as AdviceInterval[],
  detail: null,
};

const leave = (
  { rule, evaluation }: Found,
  { type, fromMs, toMs }: RuleWindow,
  outcome: DecisionOutcome,
  reasons: DecisionReason[],
  nowMs: number,
): NewDecision => ({
  ruleId: rule.id,
  time: new Date(nowMs),
  outcome,
  reasons,
  type,
  timeFrom: new Date(fromMs),
  timeTo: new Date(toMs),
  missing: evaluation.missing,
  ...noFigures,
});

function describe(
  found: Found,
  window: RuleWindow,
  { assessment: { gain, curtailed }, intervals }: AdvisedWindow,
  outcome: DecisionOutcome,
  reasons: readonly DecisionReason[],
  nowMs: number,
): NewDecision {
  return {
    ...leave(found, window, outcome, [...reasons], nowMs),
    volumeKwh: toRoundedKwh(curtailed),
    gainEur: gain && toEur(gain.supplier),
    customersEur: gain && toEur(gain.customers),
    intervals,
  };
}

/** No price is low enough, or what is missing; once for the two days it looks at. */
function describeNothing({ rule, evaluation }: Found, nowMs: number): NewDecision {
  const missing = evaluation.missing.map(({ what }) => what);
  return {
    ruleId: rule.id,
    time: new Date(nowMs),
    outcome: "nothing",
    reasons: missing.length > 0 ? missing : ["price_not_low"],
    type: null,
    timeFrom: new Date(startOfDay(nowMs)),
    timeTo: new Date(startOfDay(nowMs, 2)),
    missing: evaluation.missing,
    ...noFigures,
  };
}
