import { createHash, randomUUID } from "node:crypto";
import {
  decisionReasons,
  KEY_RUNNING,
  type ApprovalRequest,
  type Control,
  type DecisionReason,
} from "../../lib/contract/index.ts";
import { recordDecision } from "../planning/control-events.ts";
import { recordCall, type CallRow } from "../store/api-calls.ts";
import { lockRule, readActed, ruleCaller, type TargetedRule } from "../store/rules.ts";
import type { RuleActions, RuleOrder, RuleResult } from "../planning/rule-order.ts";
import type { Db } from "../store/store.ts";
import { issueControl } from "./issue-control.ts";
import { requestControl } from "./control-requests.ts";
import { ControlQueue } from "./control-queue.ts";
import type { PlanningDeps } from "./deps.ts";
import { idempotentTransaction, type Change, type MutationResult } from "./idempotency.ts";
import { ApiProblem, getStatus } from "./problems.ts";

/** A rule was changed, or acted on this window, since it was read. */
class Outdated extends Error {}

type Operation = "issue" | "request";
const operationNames = {
  issue: { bidding_zone: "controlBiddingZone", group: "controlGroup" },
  request: { bidding_zone: "requestBiddingZoneControl", group: "requestGroupControl" },
} as const;

const toReason = (code: string | undefined): DecisionReason =>
  decisionReasons.find((reason) => reason === code) ?? "refused";

/** Issues and requests controls for rules. `db` is that of the rule's lease. */
export function ruleActions(deps: PlanningDeps): RuleActions {
  const queue = new ControlQueue();

  async function run(db: Db, rule: TargetedRule, order: RuleOrder, operation: Operation) {
    const caller = ruleCaller(rule.id);
    const own = { ...deps, db };
    const headers = { "Control-Reason": "price", "Control-Actor": rule.name } as const;
    const key = `${operation} ${order.decision.type} ${new Date(order.window.fromMs).toISOString()}`;
    const requestHash = createHash("sha256")
      .update(JSON.stringify([rule.id, key, order.window.toMs]))
      .digest();
    const transaction = idempotentTransaction(own, { caller, key, requestHash });
    /** The decision is recorded in the transaction of what it decides. */
    const recorded =
      <T extends { id: string }>(outcome: "issued" | "requested"): Change<T> =>
      async (make) => {
        const result = await transaction(async (tx) => {
          await assertCurrent(tx, rule, order);
          const made = await make(tx);
          const ids = outcome === "issued" ? { controlId: made.id } : { requestId: made.id };
          await recordDecision(tx, rule, { ...order.decision, outcome, reasons: [], ...ids });
          return made;
        });
        return result as MutationResult<T>;
      };
    const input = { order: order.order, headers, caller, scopes: ["keys"] };
    if (operation === "issue") {
      const change = recorded<Control>("issued");
      const { body } = await issueControl(own, queue, order.target, { ...input, change });
      return body && ({ outcome: "issued", id: body.id } as const);
    }
    const change = recorded<ApprovalRequest>("requested");
    const { body } = await requestControl(own, queue, order.target, { ...input, change });
    return body && ({ outcome: "requested", id: body.id } as const);
  }

  async function audited(
    db: Db,
    rule: TargetedRule,
    order: RuleOrder,
    operation: Operation,
  ): Promise<RuleResult> {
    const call: CallRow = {
      at: new Date(deps.now()),
      caller: ruleCaller(rule.id),
      actor: rule.name.replace(/[^\x20-\x7e]/g, "?"),
      kind: "intent",
      operation: operationNames[operation][rule.targetKind],
      target: `${rule.targetKind}_id=${rule.targetId}`,
      requestId: randomUUID(),
    };
    const intentId = await recordCall(db, call);
    const end = (status: number, more: Partial<CallRow> = {}) =>
      recordCall(db, {
        ...call,
        at: new Date(deps.now()),
        kind: "outcome",
        status,
        intentId,
        ...more,
      });
    try {
      const result = await run(db, rule, order, operation);
      const made = result && `${operation === "issue" ? "control" : "request"}_id=${result.id}`;
      await end(200, {
        target: [call.target, `type=${order.order.type}`, made].filter(Boolean).join(" "),
        windowFrom: order.decision.timeFrom,
        windowTo: order.decision.timeTo,
      });
      return result;
    } catch (error) {
      await end(error instanceof Outdated ? 409 : getStatus(error));
      throw error;
    }
  }

  return {
    act: async (db, rule, order) => {
      try {
        if (rule.action === "request_approval") return await audited(db, rule, order, "request");
        try {
          return await audited(db, rule, order, "issue");
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.code !== "approval-needed") throw error;
          return await audited(db, rule, order, "request");
        }
      } catch (error) {
        if (error instanceof Outdated) return null;
        if (!(error instanceof ApiProblem)) throw error;
        if (error.code === KEY_RUNNING) return null;
        return { outcome: "refused", reason: toReason(error.code), detail: error.detail };
      }
    },
  };
}

/** @throws Outdated if the rule was changed since it was read, or acted on a part of the window */
async function assertCurrent(tx: Db, rule: TargetedRule, { window }: RuleOrder): Promise<void> {
  const current = await lockRule(tx, rule.id);
  if (!current?.enabled || current.updatedAt.getTime() !== rule.updatedAt.getTime())
    throw new Outdated("the rule was changed");
  const acted = await readActed(tx, rule.id, window.fromMs);
  if (acted.some(({ timeFrom }) => timeFrom.getTime() < window.toMs))
    throw new Outdated("the rule acted on this window before");
}
