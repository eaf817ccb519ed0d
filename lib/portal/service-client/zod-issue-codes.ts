import type { z } from "zod";
import { HIDDEN_CHARACTERS } from "../../contract/hidden-characters.ts";

/** A stable code of a validation error, and its limit. */
interface IssueCode {
  code?: string;
  values?: Record<string, number>;
}

/** The code that the translations use for a validation error; none for the others. */
export function getIssueCode(issue: z.core.$ZodIssue): IssueCode {
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
      return getTooSmallCode(issue);
    case "too_big":
      return getTooBigCode(issue);
    case "custom":
      return issue.message === HIDDEN_CHARACTERS ? { code: "hiddenCharacters" } : {};
    default:
      return {};
  }
}

function getTooSmallCode(issue: z.core.$ZodIssueTooSmall): IssueCode {
  const minimum = Number(issue.minimum);
  if (issue.origin === "array") return { code: "required" };
  if (issue.origin === "string") {
    return minimum > 1 ? { code: "tooShort", values: { minimum } } : { code: "required" };
  }
  return { code: issue.inclusive ? "atLeast" : "moreThan", values: { minimum } };
}

function getTooBigCode(issue: z.core.$ZodIssueTooBig): IssueCode {
  const maximum = Number(issue.maximum);
  if (issue.origin === "string") return { code: "tooLong", values: { maximum } };
  return { code: issue.inclusive ? "atMost" : "lessThan", values: { maximum } };
}
