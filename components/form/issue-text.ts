import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with a value, in the words of the person who typed it. A schema's own message
 * wins over this; zod's wording is left where there is nothing better to say.
 */
export function issueText(issue: Issue): string | undefined {
  if (issue.code === "invalid_type" && issue.expected === "number") return "must be a number";
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  if (issue.code === "invalid_format" && issue.format === "email")
    return "must be an e-mail address";
  if (issue.code === "invalid_value") return "must be one of the choices";
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  return undefined;
}

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (issue.origin === "string") return "is required";
  return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
  return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
}

/** A remark as a sentence: capital first, full stop last. */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
