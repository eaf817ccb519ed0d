import {
  alertDefaults,
  MAX_SILENCE_DAYS,
  type AlertKind,
  type AlertRuleOrder,
  type AlertThresholds,
} from "../../lib/contract/index.ts";
import { BIDDING_ZONE } from "../../lib/contract/bidding-zones.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import {
  changeAlertRule,
  hasLocation,
  insertAlertRule,
  listAlertRules,
  lockAlertRule,
  readAlertRule,
  removeAlertRule,
  toAlertRule,
  type TargetedAlertRule,
} from "../store/alert-rules.ts";
import { listAlerts, lockAlert, readAlert, setSilence, toAlert } from "../store/alerts.ts";
import { getGroup } from "../store/groups.ts";
import type { Db } from "../store/store.ts";
import { conflict, getRequester } from "./admission-checks.ts";
import type { Deps } from "./deps.ts";
import { invalid, unknown } from "./problems.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";

/** The kinds of target that a rule of each kind may have. */
const targets: Record<AlertKind, readonly string[]> = {
  under_delivery: ["bidding_zone", "group"],
  locations_offline: ["bidding_zone", "group", "location"],
  prices_stale: ["bidding_zone"],
  weather_stale: ["bidding_zone"],
  approval_waiting: ["bidding_zone", "group"],
};

async function assertTarget(db: Db, { kind, target }: AlertRuleOrder): Promise<void> {
  const allowed = targets[kind];
  if (!allowed.includes(target.kind))
    throw invalid([
      { pointer: "#/target/kind", detail: `must be ${allowed.join(" or ")} for ${kind}` },
    ]);
  const exists = {
    bidding_zone: async () => target.id === BIDDING_ZONE,
    group: async () => (await getGroup(db, target.id)) !== null,
    location: () => hasLocation(db, target.id),
  };
  if (await exists[target.kind]()) return;
  const noun = target.kind.replace("_", " ");
  throw invalid([{ pointer: "#/target/id", detail: `must be the id of a ${noun}` }]);
}

/** @throws ApiProblem 422 for thresholds of another kind */
function assertThresholds(kind: AlertKind, given: AlertThresholds = {}): void {
  const own = Object.keys(alertDefaults[kind]);
  const foreign = Object.keys(given).filter((name) => !own.includes(name));
  if (foreign.length === 0) return;
  const detail = `is not a threshold of ${kind}, which has ${own.join(", ")}`;
  throw invalid(foreign.map((name) => ({ pointer: `#/thresholds/${name}`, detail })));
}

async function getAlertRule(db: Db, id: string): Promise<TargetedAlertRule> {
  const row = await readAlertRule(db, id);
  if (!row) throw unknown("alert rule");
  return row;
}

/** @throws ApiProblem 422 for a moment that has passed, or is too far ahead */
function parseUntil(until: string | null, nowMs: number): number | null {
  if (until === null) return null;
  const ms = parseInstant(until);
  if (ms > nowMs && ms <= nowMs + MAX_SILENCE_DAYS * DAY_MS) return ms;
  const detail = `must lie ahead, by at most ${MAX_SILENCE_DAYS} days`;
  throw invalid([{ pointer: "#/until", detail }]);
}

/** Alerts, and silencing them. */
export const alerts = (deps: Deps): Handlers<"listAlerts" | "getAlert" | "silenceAlert"> => ({
  listAlerts: async ({ query, reach }) => {
    const { rows, total } = await listAlerts(deps.db, query, reach, deps.now());
    return new PagedResult({ data: rows }, total);
  },

  getAlert: async ({ params }) => {
    const row = await readAlert(deps.db, params.alert_id);
    if (!row) throw unknown("alert");
    return toAlert(row, deps.now());
  },

  silenceAlert: ({ params: { alert_id: id }, body, change, ...sent }) =>
    change(async (tx) => {
      const nowMs = deps.now();
      const row = await lockAlert(tx, id);
      if (!row) throw unknown("alert");
      if (row.resolvedAt) throw conflict("alert-resolved", "This alert is resolved already.");
      const silence = { untilMs: parseUntil(body.until, nowMs), reason: body.reason };
      return toAlert(await setSilence(tx, id, silence, getRequester(sent), nowMs), nowMs);
    }),
});

/** When alerts are raised. */
export const alertRules = (
  deps: Deps,
): Handlers<
  "listAlertRules" | "createAlertRule" | "getAlertRule" | "updateAlertRule" | "deleteAlertRule"
> => ({
  listAlertRules: async ({ query, reach }) => {
    const { rows, total } = await listAlertRules(deps.db, query, reach);
    return new PagedResult({ data: rows }, total);
  },

  createAlertRule: ({ body, change, ...sent }) =>
    change(async (tx) => {
      await assertTarget(tx, body);
      assertThresholds(body.kind, body.thresholds);
      const id = await insertAlertRule(tx, body, getRequester(sent), deps.now());
      return toAlertRule(await getAlertRule(tx, id));
    }),

  getAlertRule: async ({ params }) =>
    toAlertRule(await getAlertRule(deps.db, params.alert_rule_id)),

  updateAlertRule: ({ params: { alert_rule_id: id }, body, change, ...sent }) =>
    change(async (tx) => {
      const row = await lockAlertRule(tx, id);
      if (!row) throw unknown("alert rule");
      assertThresholds(row.kind, body.thresholds);
      await changeAlertRule(tx, row, body, getRequester(sent), deps.now());
      return toAlertRule(await getAlertRule(tx, id));
    }),

  deleteAlertRule: ({ params: { alert_rule_id: id }, change }) =>
    change(async (tx) => {
      if (!(await lockAlertRule(tx, id))) throw unknown("alert rule");
      await removeAlertRule(tx, id, deps.now());
      return { id };
    }),
});
