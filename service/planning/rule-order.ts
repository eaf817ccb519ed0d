import type { ControlOrder, ControlTarget, DecisionReason } from "../../lib/contract/index.ts";
import type { NewDecision, TargetedRule } from "../store/rules.ts";
import type { Db } from "../store/store.ts";

/** A window that a rule acts on, and what it knows of it. */
export interface RuleOrder {
  target: ControlTarget;
  order: ControlOrder;
  /** The nominal window, from which the idempotency key is made. */
  window: { fromMs: number; toMs: number };
  decision: Omit<NewDecision, "outcome" | "reasons" | "controlId" | "requestId">;
}

/** Whether a rule acted, or why it was not allowed to; null: another instance or change came first. */
export type RuleResult =
  | { outcome: "issued" | "requested"; id: string }
  | { outcome: "refused"; reason: DecisionReason; detail: string }
  | null;

/** What a rule does: the same as a person, in the same steps. */
export interface RuleActions {
  act(db: Db, rule: TargetedRule, order: RuleOrder): Promise<RuleResult>;
}
