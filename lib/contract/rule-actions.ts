/** What a rule does with a window that is worth it. */
export const ruleActions = ["suggest", "request_approval", "issue"] as const;
