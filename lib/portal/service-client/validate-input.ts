import {
  operations,
  type BodyInput,
  type OperationId,
  type ParamsOf,
  type Problem,
  type QueryInput,
  type QueryOf,
} from "../../contract/index.ts";
import { describeIssue, isMissing } from "../../contract/issue-text.ts";
import { escapeKey } from "../../contract/json-validation.ts";
import { PortalError } from "../context/errors.ts";
import type { ServiceInput } from "./service-client.ts";
import type { z } from "zod";
import { HIDDEN_CHARACTERS } from "../../contract/hidden-characters.ts";

/** The input of an operation before validation. */
export interface CallInput<K extends OperationId> {
  params?: ParamsOf<K>;
  query?: QueryInput<K>;
  /** The operation's own headers. */
  headers?: Record<string, string>;
  body?: BodyInput<K>;
}

/**
 * Validates a call against the contract and applies its defaults.
 * @throws PortalError 404 for an impossible identifier, 422 with a pointer per invalid value.
 */
export function validateInput<K extends OperationId>(
  operation: K,
  input: CallInput<K>,
  requestId: string,
): ServiceInput<K> {
  const { params, query, headers, body } = operations[operation];
  const parsedHeaders = headers.safeParse(input.headers ?? {});
  throwIfInvalid(toErrors("header", parsedHeaders.error, input.headers), requestId);
  const schemas = { params, query, body } as Schemas<unknown, unknown, unknown>;
  const checked = validateWith(schemas, input, requestId);
  return { ...checked, headers: parsedHeaders.data } as ServiceInput<K>;
}

/** The schemas of the parts of a call; a part without a schema is skipped. */
interface Schemas<P, Q, B> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
}

/** Validates a call against the given schemas. @throws PortalError 404 or 422, as above. */
export function validateWith<P, Q, B>(
  { params, query, body }: Schemas<P, Q, B>,
  input: { params?: unknown; query?: unknown; body?: unknown },
  requestId: string,
): { params: P; query: Q; body: B } {
  const path = params?.safeParse(input.params ?? {});
  if (path?.success === false) {
    throw new PortalError("not-found", "Nothing exists with this ID.", requestId);
  }
  const parsedQuery = query?.safeParse(input.query ?? {});
  const parsedBody = body?.safeParse(input.body);
  throwIfInvalid(
    [
      ...toErrors("query", parsedQuery?.error, input.query),
      ...toErrors("#", parsedBody?.error, input.body),
    ],
    requestId,
  );
  return { params: path?.data as P, query: parsedQuery?.data as Q, body: parsedBody?.data as B };
}

/** Validates a query. @throws PortalError 422 with a pointer per invalid value. */
export function validateQuery<K extends OperationId>(
  operation: K,
  query: QueryInput<K>,
  requestId: string,
): QueryOf<K> {
  const parsedQuery = operations[operation].query.safeParse(query);
  throwIfInvalid(toErrors("query", parsedQuery.error, query), requestId);
  return parsedQuery.data as QueryOf<K>;
}

type ValidationErrors = NonNullable<Problem["errors"]>;

function throwIfInvalid(errors: ValidationErrors, requestId: string): void {
  if (errors.length === 0) return;
  throw new PortalError("invalid", "Correct the listed values and try again.", requestId, {
    errors,
  });
}

/** The issues of a part of a call as errors with pointers; `input` is what was checked. */
function toErrors(
  where: "header" | "query" | "#",
  error: z.ZodError | undefined,
  input: unknown,
): ValidationErrors {
  return (error?.issues ?? []).flatMap((issue) => {
    const pointer = [where, ...issue.path.map((step) => escapeKey(String(step)))].join("/");
    const code = getIssueCode(issue, input);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        pointer: `${pointer}/${escapeKey(key)}`,
        detail: "is not a known field",
        ...code,
      }));
    return [{ pointer, detail: describeIssue(issue, input), ...code }];
  });
}

/** A stable code of a validation error, and its limit. */
interface IssueCode {
  code?: string;
  values?: Record<string, number>;
}

/** The code that the translations use for a validation error; none for the others. */
function getIssueCode(issue: z.core.$ZodIssue, input: unknown): IssueCode {
  if (issue.code !== "custom" && isMissing(issue, input)) return { code: "required" };
  switch (issue.code) {
    case "unrecognized_keys":
      return { code: "unknown-field" };
    case "invalid_type":
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
