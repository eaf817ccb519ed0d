import { parseOptionalDecimal } from "@/components/form/decimal-field.tsx";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import type { BodyInput } from "@/lib/contract/operations.ts";
import type { HoursOff } from "@/lib/contract/preferences.ts";
import type { Rule, RuleAction } from "@/lib/contract/rules.ts";

export const ruleTypes = ["ZERO_EXPORT", "MAX_CONSUMPTION"] as const;

/** A threshold as it is typed; an empty price is none. */
export interface ThresholdDraft {
  below: string;
  type: (typeof ruleTypes)[number];
}

/** A rule as it is typed, with the names of its fields in the contract. */
export interface RuleDraft {
  name: string;
  target: string;
  export_threshold: ThresholdDraft;
  import_threshold: ThresholdDraft;
  min_minutes: string;
  min_gain_eur: string;
  hours: HoursOff[];
  max_hours_per_month: string;
  max_customer_loss_eur_per_mwh: string;
  notice_minutes: string;
  action: RuleAction;
}

export const initialDraft: RuleDraft = {
  name: "",
  target: BIDDING_ZONE,
  export_threshold: { below: "0", type: "ZERO_EXPORT" },
  import_threshold: { below: "", type: "MAX_CONSUMPTION" },
  min_minutes: "30",
  min_gain_eur: "0",
  hours: [],
  max_hours_per_month: "",
  max_customer_loss_eur_per_mwh: "",
  notice_minutes: "60",
  action: "suggest",
};

/** A rule as it is typed, with its numbers as `typed` writes them. */
export function toDraft(rule: Rule, typed: (value: number) => string): RuleDraft {
  const { name, target, hours, action, max_hours_per_month } = rule;
  const { max_customer_loss_eur_per_mwh: maxLoss } = rule;
  const toThresholdDraft = (name: "export_threshold" | "import_threshold"): ThresholdDraft => {
    const threshold = rule[name];
    return threshold
      ? { below: typed(threshold.below_eur_per_mwh), type: threshold.type }
      : { ...initialDraft[name], below: "" };
  };
  return {
    name,
    target: target.id,
    export_threshold: toThresholdDraft("export_threshold"),
    import_threshold: toThresholdDraft("import_threshold"),
    min_minutes: typed(rule.min_minutes),
    min_gain_eur: typed(rule.min_gain_eur),
    hours,
    max_hours_per_month: max_hours_per_month === null ? "" : typed(max_hours_per_month),
    max_customer_loss_eur_per_mwh: maxLoss === null ? "" : typed(maxLoss),
    notice_minutes: typed(rule.notice_minutes),
    action,
  };
}

const toThreshold = ({ below, type }: ThresholdDraft) =>
  below.trim() === "" ? null : { below_eur_per_mwh: parseOptionalDecimal(below, 0), type };

/** The fields of the contract, without the target. */
export const toFields = (draft: RuleDraft): BodyInput<"updateRule"> => ({
  name: draft.name.trim(),
  export_threshold: toThreshold(draft.export_threshold),
  import_threshold: toThreshold(draft.import_threshold),
  min_minutes: parseOptionalDecimal(draft.min_minutes, 15),
  min_gain_eur: parseOptionalDecimal(draft.min_gain_eur, 0),
  hours: draft.hours,
  max_hours_per_month: parseOptionalDecimal(draft.max_hours_per_month, null),
  max_customer_loss_eur_per_mwh: parseOptionalDecimal(draft.max_customer_loss_eur_per_mwh, null),
  notice_minutes: parseOptionalDecimal(draft.notice_minutes, 0),
  action: draft.action,
});

/** The target of the contract. */
export const toTarget = ({ target }: RuleDraft) =>
  target === BIDDING_ZONE
    ? { kind: "bidding_zone", id: BIDDING_ZONE }
    : { kind: "group", id: target };
