import type { z } from "zod";
import { HIDDEN_CHARACTERS } from "@/lib/contract/hidden-characters.ts";
import type { ProblemTranslator } from "@/components/api/use-problem-messages.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with a value, in the words of the person who typed it; zod's wording is left where
 * there is nothing better to say.
 */
export const createIssueMessages =
  (t: ProblemTranslator) =>
  (issue: Issue): string | undefined => {
    if (issue.code === "invalid_type" && issue.expected === "number") return t("remarks.number");
    if (issue.code === "invalid_type" && issue.input === undefined) return t("remarks.required");
    if (issue.code === "invalid_format" && issue.format === "email") return t("remarks.email");
    if (issue.code === "invalid_value") return t("remarks.choice");
    if (issue.code === "too_small") return tooSmall(issue, t);
    if (issue.code === "too_big") return tooBig(issue, t);
    return undefined;
  };

/** Messages of the contract's own, that win over the texts above, by what they say. */
const contractMessages: Record<string, "remarks.required" | "remarks.hiddenCharacters"> = {
  "must not be empty": "remarks.required",
  [HIDDEN_CHARACTERS]: "remarks.hiddenCharacters",
};

/** A message of the contract in the reader's language, where it has one. */
export const customMessage = (message: string, t: ProblemTranslator): string => {
  const key = contractMessages[message];
  return key ? t(key) : message;
};

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>, t: ProblemTranslator) {
  const minimum = Number(issue.minimum);
  if (issue.origin === "string")
    return minimum > 1 ? t("remarks.tooShort", { minimum }) : t("remarks.required");
  return issue.inclusive ? t("remarks.atLeast", { minimum }) : t("remarks.moreThan", { minimum });
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>, t: ProblemTranslator) {
  const maximum = Number(issue.maximum);
  if (issue.origin === "string") return t("remarks.tooLong", { maximum });
  return issue.inclusive ? t("remarks.atMost", { maximum }) : t("remarks.lessThan", { maximum });
}
