import type { z } from "zod";
import { HIDDEN_CHARACTERS } from "../../contract/hidden-characters.ts";

/** A stable name of what is wrong with a value, and the limit it speaks of. */
export interface NamedIssue {
  code?: string;
  values?: Record<string, number>;
}

/** What is wrong with a value by the name its text has in every language; none for the rest. */
export function nameOfIssue(issue: z.core.$ZodIssue): NamedIssue {
  switch (issue.code) {
    case "unrecognized_keys":
      return { code: "unknown-field" };
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return { code: "required" };
      return issue.expected === "number" ? { code: "number" } : {};
    case "invalid_format":
      return issue.format === "email" ? { code: "email" } : {};
    case "invalid_value":
      return { code: "choice" };
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "custom":
      return issue.message === HIDDEN_CHARACTERS ? { code: "hiddenCharacters" } : {};
    default:
      return {};
  }
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): NamedIssue {
  const minimum = Number(issue.minimum);
  if (issue.origin === "array") return { code: "required" };
  if (issue.origin === "string") {
    return minimum > 1 ? { code: "tooShort", values: { minimum } } : { code: "required" };
  }
  return { code: issue.inclusive ? "atLeast" : "moreThan", values: { minimum } };
}

function tooBig(issue: z.core.$ZodIssueTooBig): NamedIssue {
  const maximum = Number(issue.maximum);
  if (issue.origin === "string") return { code: "tooLong", values: { maximum } };
  return { code: issue.inclusive ? "atMost" : "lessThan", values: { maximum } };
}
