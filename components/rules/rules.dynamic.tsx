"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** Advice. */
export const AdviceCard = dynamicBlocking(
  async () => (await import("./advice-card.tsx")).AdviceCard,
);

/** What advice lacks. */
export const MissingForAdvice = dynamicOnVisible(
  async () => (await import("./advice-card.tsx")).MissingForAdvice,
  () => <Skeleton className="h-1" />,
);

/** The list of rules. */
export const RuleList = dynamicBlocking(async () => (await import("./rule-list.tsx")).RuleList);

/** A rule with its decisions and its replay. */
export const RuleSections = dynamicBlocking(
  async () => (await import("./rule-sections.tsx")).RuleSections,
);

/** The form of a new rule. */
export const RuleForm = dynamicBlocking(async () => (await import("./rule-form.tsx")).RuleForm);

/** The form that changes a rule. */
export const EditRuleForm = dynamicBlocking(
  async () => (await import("./rule-form.tsx")).EditRuleForm,
);
