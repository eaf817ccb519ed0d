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
  time: "a time such as 14:00",
  url: "an address such as https://example.org",
  uuid: "a UUID",
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

/** Whether the field of an issue was not given in the input that was checked. */
export function isMissing({ path }: Issue, input: unknown): boolean {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return true;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value === undefined;
}

const listChoices = (values: readonly string[]): string =>
  values.length === 1 ? values[0]! : `one of ${values.join(", ")}`;

/** The values of a field that takes only these; null for other fields. */
function getChoices(issue: Issue): string[] | null {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union") return null;
  const values = [...issue.message.matchAll(/'([^']+)'/g)].map(([, value]) => value!);
  return values.length > 0 ? values : null;
}

function describeRule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
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
      if ("prefix" in issue) return `must start with ${String(issue.prefix)}`;
      return `must be ${FORMATS[issue.format] ?? issue.format}`;
    case "invalid_union":
      return "must have one of the documented forms";
    default:
      return issue.message;
  }
}

/**
 * What a field of a request must be. A schema's own message stays; zod's, such as "Invalid input: expected
 * string, received undefined", becomes the rule.
 * @param input what was checked
 */
export function describeIssue(issue: Issue, input: unknown): string {
  if (!isZodText(issue)) return issue.message;
  const choices = getChoices(issue);
  if (isMissing(issue, input))
    return choices ? `is required: ${listChoices(choices)}` : "is required";
  return choices ? `must be ${listChoices(choices)}` : describeRule(issue);
}

/** Whether zod made the message of an issue, and not its schema. */
function isZodText(issue: Issue): boolean {
  // Zod tells what it received, which is no longer known here.
  if (issue.code === "invalid_type") return issue.message.startsWith("Invalid input: ");
  const own = localeError(issue as z.core.$ZodRawIssue);
  return (typeof own === "string" ? own : own?.message) === issue.message;
}
