import { z } from "zod";

type Issue = z.core.$ZodIssue;

const { localeError } = z.locales.en();

const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Record<string, string> = {
  email: "an e-mail address",
  datetime: "a time such as 2026-05-01T12:00:00Z",
  date: "a date such as 2026-05-01",
  url: "an address such as https://example.org",
};

const UNITS: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["item", "items"],
};

/** The rule of a size, such as "must be at most 90" or "must have at least 2 characters". */
function describeLimit(
  rule: string,
  limit: number | bigint,
  { origin, isExact }: { origin: string; isExact: boolean | undefined },
): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${rule} ${limit}`;
  return `must have ${isExact ? "exactly" : rule} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`;
}

/** Whether the field was not given; zod says it in its message only. */
export const isMissing = ({ message }: z.core.$ZodIssueInvalidType): boolean =>
  message.endsWith("received undefined");

function describeRule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (isMissing(issue)) return "is required";
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value": {
      const values = issue.values.map(String);
      return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
    }
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return describeLimit(issue.inclusive ? "at least" : "more than", issue.minimum, {
        origin: issue.origin,
        isExact: issue.exact,
      });
    case "too_big":
      return describeLimit(issue.inclusive ? "at most" : "less than", issue.maximum, {
        origin: issue.origin,
        isExact: issue.exact,
      });
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      if (issue.format === "regex") return `must match ${issue.pattern}`;
      return `must be ${FORMATS[issue.format] ?? issue.format}`;
    case "invalid_union": {
      const values = [...issue.message.matchAll(/'([^']+)'/g)].map(([, value]) => value);
      return values.length > 0
        ? `must be one of ${values.join(", ")}`
        : "must have one of the documented forms";
    }
    default:
      return issue.message;
  }
}

/**
 * What a field of a request must be. A schema's own message stays; zod's, such as "Invalid input: expected
 * string, received undefined", becomes the rule.
 */
export function describeIssue(issue: Issue): string {
  // Zod tells what it received, which is no longer known here.
  if (issue.code === "invalid_type")
    return issue.message.startsWith("Invalid input: ") ? describeRule(issue) : issue.message;
  const own = localeError(issue as z.core.$ZodRawIssue);
  const text = typeof own === "string" ? own : own?.message;
  return text === issue.message ? describeRule(issue) : issue.message;
}
