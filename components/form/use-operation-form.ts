"use client";

import { useTranslations } from "next-intl";
import { codeNotLoaded } from "@/components/api/request.ts";
import type { PortalOperation } from "@/components/api/routes.ts";
import { send } from "@/components/api/operation-client.ts";
import type { ProblemTranslator, Remark } from "@/components/api/use-problem-messages.ts";
import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import { createIssueMessages, customMessage } from "./zod-messages.ts";
import { useForm } from "./use-form.ts";

export type { FieldErrors } from "./use-form.ts";

interface FormOptions<K extends PortalOperation, Draft> {
  operation: K;
  initial: Draft;
  /** The body of the call, from the draft; a field is named as in the body. */
  toBody: (draft: Draft) => unknown;
  params?: ParamsOf<K>;
  /** Sends something else than that body. */
  send?: (draft: Draft, changes: Partial<Draft>) => Promise<AnswerOf<K>>;
  /** For a form that edits a resource: its values after the change. */
  toSavedDraft?: (answer: AnswerOf<K>) => Draft;
  /** After success; navigation started here keeps the form pending until it is done. */
  onDone: (answer: AnswerOf<K>) => void;
}

/** A form that calls one operation: its fields are checked against the contract before sending. */
export function useOperationForm<K extends PortalOperation, Draft extends object>({
  operation,
  initial,
  toBody,
  params,
  ...rest
}: FormOptions<K, Draft>) {
  const t = useTranslations("problems");
  return useForm<Draft, AnswerOf<K>>({
    initial,
    check: (draft) => checkBody(operation, toBody(draft), t),
    send: (draft) => send(operation, { params, body: toBody(draft) as BodyInput<K> }),
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
