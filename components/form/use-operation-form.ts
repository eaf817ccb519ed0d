"use client";

import { useTranslations } from "next-intl";
import { codeNotLoaded } from "@/components/api/request.ts";
import type { PortalOperation } from "@/components/api/routes.ts";
import { send } from "@/components/api/operation-client.ts";
import type { ProblemTranslator, Remark } from "@/components/api/use-problem-messages.ts";
import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import { useForm } from "./use-form.ts";
import type { z } from "zod";
import { HIDDEN_CHARACTERS } from "@/lib/contract/hidden-characters.ts";

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

export type { FieldErrors } from "./use-form.ts";

interface FormOptions<K extends PortalOperation, Draft> {
  operation: K;
  initial: Draft;
  /** The body of the call, from the draft; a field is named as in the body. */
  toBody: (draft: Draft) => unknown;
  params?: ParamsOf<K>;
  /** Sends only the fields of that body that differ from the loaded ones: another user may have changed others. */
  changesOnly?: true;
  /** Sends something else than that body. */
  send?: (draft: Draft, changes: Partial<Draft>, loaded: Draft) => Promise<AnswerOf<K>>;
  /** For a form that edits a resource: its values after the change. */
  toSavedDraft?: (answer: AnswerOf<K>) => Draft;
  /** After success; navigation started here keeps the form pending until it is done. */
  onDone: (answer: AnswerOf<K>) => void;
}

/** The fields of a body that differ. */
const getChangedFields = (before: object, after: object): object => {
  const old = before as Record<string, unknown>;
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name]);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
};

/** A form that calls one operation: its fields are checked against the contract before sending. */
export function useOperationForm<K extends PortalOperation, Draft extends object>({
  operation,
  initial,
  toBody,
  params,
  changesOnly,
  ...rest
}: FormOptions<K, Draft>) {
  const t = useTranslations("problems");
  return useForm<Draft, AnswerOf<K>>({
    initial,
    check: (draft) => checkBody(operation, toBody(draft), t),
    send: (draft, _changes, loaded) => {
      const body = toBody(draft);
      const sent = changesOnly ? getChangedFields(toBody(loaded) as object, body as object) : body;
      return send(operation, { params, body: sent as BodyInput<K> });
    },
    ...rest,
  });
}

async function checkBody(
  operation: PortalOperation,
  body: unknown,
  t: ProblemTranslator,
): Promise<Remark[]> {
  const { operations } = await import("@/lib/contract/operations.ts").catch(() => {
    throw codeNotLoaded();
  });
  const checked = operations[operation].body.safeParse(body, { error: createIssueMessages(t) });
  const issues = checked.success ? [] : checked.error.issues;
  return issues.map(({ path, message }) => ({
    pointer: `#/${path.join("/")}`,
    detail: customMessage(message, t),
  }));
}
