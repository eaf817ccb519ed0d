"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** Advice; its code is loaded when it comes into view. */
export const AdviceCard = dynamicOnVisible(
  async () => (await import("./advice-card.tsx")).AdviceCard,
  () => <Skeleton className="h-36" />,
);

/** What advice lacks. */
export const MissingForAdvice = dynamicOnVisible(
  async () => (await import("./advice-card.tsx")).MissingForAdvice,
  () => <Skeleton className="h-1" />,
);

/** The list of rules. */
export const RuleList = dynamicOnVisible(
  async () => (await import("./rule-list.tsx")).RuleList,
  () => <Skeleton className="h-96" />,
);

/** A rule with its decisions and its replay. */
export const RuleSections = dynamicOnVisible(
  async () => (await import("./rule-sections.tsx")).RuleSections,
  () => <Skeleton className="h-96" />,
);

/** The form of a new rule. */
export const RuleForm = dynamicOnVisible(
  async () => (await import("./rule-form.tsx")).RuleForm,
  () => <Skeleton className="h-96" />,
);

/** The form that changes a rule. */
export const EditRuleForm = dynamicOnVisible(
  async () => (await import("./rule-form.tsx")).EditRuleForm,
  () => <Skeleton className="h-96" />,
);
