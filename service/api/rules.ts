import type {
  AdviceItem,
  ControlTarget,
  MissingAdviceInput,
  RuleUpdate,
} from "../../lib/contract/index.ts";
import { startOfDay } from "../../lib/time/amsterdam.ts";
import { monthAt } from "../engine/preferences.ts";
import { cutToCap } from "../engine/rule.ts";
import { fromEurPerMwh } from "../engine/value.ts";
import { adviseWindow, type AdvisedWindow } from "../planning/advice.ts";
import { toConditions } from "../planning/rule-market.ts";
import { roundKwh, toEur, toRoundedKwh } from "../planning/value-amounts.ts";
import {
  findRuleWindows,
  toHistory,
  type ActedWindow,
  type RuleSubject,
} from "../planning/rule-windows.ts";
import { getGroup } from "../store/groups.ts";
import {
  changeRule,
  insertRule,
  listDecisions,
  listRules,
  lockRule,
  readActed,
  readEnabledRules,
  readRule,
  removeRule,
  toRule,
  type TargetedRule,
} from "../store/rules.ts";
import type { Db } from "../store/store.ts";
import { getApprovalReasons, getRequester } from "./admission-checks.ts";
import type { Deps, PlanningDeps } from "./deps.ts";
import { invalid, parseBiddingZone, unknown } from "./problems.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";

/** Windows that are planned for one answer; a plan of a large fleet takes a second. */
const MAX_WINDOWS = 20;

/** A rule that is not deleted. @throws ApiProblem 404 */
export async function getRule(db: Db, id: string): Promise<TargetedRule> {
  const row = await readRule(db, id);
  if (!row) throw unknown("rule");
  return row;
}

const targetOf = (row: TargetedRule): ControlTarget => ({
  kind: row.targetKind,
  id: row.targetId,
  name: row.targetName,
});

/** What a stored rule looks for, and where. */
export const toSubject = (row: TargetedRule): RuleSubject => ({
  conditions: toConditions(toRule(row)),
  target: targetOf(row),
  zone: row.zone,
});

/** The advice of a bidding zone without rules: no export while that costs money. */
const withoutRules = (zone: string): RuleSubject => ({
  conditions: {
    export: { belowPrice: fromEurPerMwh(0), type: "ZERO_EXPORT" },
    import: null,
    minMs: 0,
    minGain: 0,
    maxCustomerLoss: null,
    hours: [],
    maxMonthMs: null,
    noticeMs: 0,
  },
  target: { kind: "bidding_zone", id: zone, name: zone },
  zone,
});

async function assertTarget(db: Db, { kind, id }: { kind: string; id: string }): Promise<void> {
  const exists = kind === "group" ? (await getGroup(db, id)) !== null : id === "NL";
  if (!exists)
    throw invalid([
      { pointer: "#/target/id", detail: `must be the id of a ${kind.replace("_", " ")}` },
    ]);
}

function assertThreshold(
  row: Pick<TargetedRule, "exportThreshold" | "importThreshold">,
  { export_threshold, import_threshold }: RuleUpdate,
): void {
  const exported = export_threshold === undefined ? row.exportThreshold : export_threshold;
  const imported = import_threshold === undefined ? row.importThreshold : import_threshold;
  if (exported || imported) return;
  throw invalid([{ pointer: "#/export_threshold", detail: "give one threshold or both" }]);
}

/** Rules that act on prices, and what they decided. */
export const rules = (
  deps: Deps,
): Handlers<
  "listRules" | "createRule" | "getRule" | "updateRule" | "deleteRule" | "listRuleDecisions"
> => ({
  listRules: async ({ query, reach }) => {
    const { rows, total } = await listRules(deps.db, query, reach);
    return new PagedResult({ data: rows }, total);
  },

  createRule: ({ body, change, ...sent }) =>
    change(async (tx) => {
      await assertTarget(tx, body.target);
      const id = await insertRule(tx, body, getRequester(sent), deps.now());
      return toRule(await getRule(tx, id));
    }),

  getRule: async ({ params }) => toRule(await getRule(deps.db, params.rule_id)),

  updateRule: ({ params: { rule_id: id }, body, change, ...sent }) =>
    change(async (tx) => {
      const row = await lockRule(tx, id);
      if (!row) throw unknown("rule");
      assertThreshold(row, body);
      await changeRule(tx, id, body, getRequester(sent), deps.now());
      return toRule(await getRule(tx, id));
    }),

  deleteRule: ({ params: { rule_id: id }, change }) =>
    change(async (tx) => {
      if (!(await lockRule(tx, id))) throw unknown("rule");
      await removeRule(tx, id, deps.now());
      return { id };
    }),

  listRuleDecisions: async ({ db, params, query }) => {
    await getRule(db, params.rule_id);
    const { rows, total } = await listDecisions(db, params.rule_id, query);
    return new PagedResult({ data: rows }, total);
  },
});

/** What is worth doing in a bidding zone until the end of tomorrow. */
export const biddingZoneAdvice = (deps: PlanningDeps): Handlers<"getBiddingZoneAdvice"> => ({
  getBiddingZoneAdvice: async ({ params, db }) => {
    const zone = parseBiddingZone(params.bidding_zone_id);
    const nowMs = deps.now();
    const found = await readEnabledRules(db, zone);
    const subjects: Advised[] =
      found.length > 0
        ? found.map((rule) => ({ rule, subject: toSubject(rule) }))
        : [{ rule: null, subject: withoutRules(zone) }];
    const data: AdviceItem[] = [];
    const missing: MissingAdviceInput[] = [];
    for (const { rule, subject } of subjects) {
      const acted = rule ? await readActed(db, rule.id, monthAt(nowMs).fromMs) : [];
      const evaluation = await findRuleWindows(db, deps, subject, toHistory(acted), nowMs);
      missing.push(...evaluation.missing);
      const counted: ActedWindow[] = [...acted];
      for (const found of evaluation.windows) {
        if (data.length === MAX_WINDOWS) break;
        // Those before it that are worth it use the monthly limit first.
        const usedMs = toHistory(counted).usedMs(found.fromMs);
        const window = cutToCap(subject.conditions, found, usedMs);
        if (!window) continue;
        const advised = await adviseWindow(db, deps, subject, evaluation, window, nowMs);
        const { fromMs, toMs } = window;
        if (advised.assessment.refusals.length === 0)
          counted.push({ timeFrom: new Date(fromMs), timeTo: new Date(toMs) });
        data.push(await toItem(deps, db, { rule, subject }, advised));
      }
    }
    return {
      time: new Date(nowMs).toISOString(),
      bidding_zone: zone,
      time_from: new Date(nowMs).toISOString(),
      time_to: new Date(startOfDay(nowMs, 2)).toISOString(),
      data: data.toSorted((a, b) => Date.parse(a.time_from) - Date.parse(b.time_from)),
      missing: mergeMissing(missing),
    };
  },
});

interface Advised {
  rule: TargetedRule | null;
  subject: RuleSubject;
}

async function toItem(
  deps: Deps,
  db: Db,
  { rule, subject: { target } }: Advised,
  advised: AdvisedWindow,
): Promise<AdviceItem> {
  const { gain, curtailed, refusals } = advised.assessment;
  return {
    rule: rule && { id: rule.id, name: rule.name, action: rule.action },
    target,
    type: advised.type,
    time_from: new Date(advised.fromMs).toISOString(),
    time_to: new Date(advised.toMs).toISOString(),
    volume_kwh: toRoundedKwh(curtailed),
    gain_eur: gain && toEur(gain.supplier),
    customers_eur: gain && toEur(gain.customers),
    gate_closed: advised.isGateClosed,
    crosses_position: advised.crossesPosition,
    sure_volume_kwh: roundKwh(advised.sure.kwh),
    sure_gain_eur: gain && toEur(advised.sure.gain),
    locations: advised.locations,
    excluded: advised.excluded,
    approval: await getApprovalReasons(deps, db, target, advised.results),
    intervals: advised.intervals,
    worth_it: refusals.length === 0,
    reasons: refusals,
  };
}

/** Of each input the largest gap that any of the rules has. */
function mergeMissing(all: readonly MissingAdviceInput[]): MissingAdviceInput[] {
  const merged = new Map<string, MissingAdviceInput>();
  for (const one of all) {
    const before = merged.get(one.what);
    const size = ({ intervals, customers }: MissingAdviceInput) => intervals + customers;
    if (!before || size(one) > size(before)) merged.set(one.what, one);
  }
  return [...merged.values()];
}
