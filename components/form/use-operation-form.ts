"use client";

import { useRef, useState, useTransition, type FormEvent } from "react";
import type { PortalOperation } from "@/components/api/routes.ts";
import { ProblemError, send } from "@/components/api/send.ts";
import { asSentence, issueText } from "./issue-text.ts";
import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Remarks on the fields of a form, by field: the last step of a pointer, `#/ratings/tilt` → `tilt`. */
export type FieldErrors = Record<string, string | undefined>;

interface FormOptions<K extends PortalOperation, Draft> {
  operation: K;
  initial: Draft;
  /** The body of the call, from what stands in the fields; a field is named as in the body. */
  toBody: (draft: Draft) => unknown;
  params?: ParamsOf<K>;
  /** After success; navigation started here keeps the form pending until it is done. */
  onDone: (answer: AnswerOf<K>) => void;
}

/**
 * A form that calls one operation: checks its fields against the contract before sending, places
 * the remarks of a refusal at their fields, sends once however often it is submitted, and keeps
 * what was typed when it fails.
 */
export function useOperationForm<K extends PortalOperation, Draft extends object>(
  options: FormOptions<K, Draft>,
) {
  const [draft, setDraft] = useState(options.initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  const [leaving, startLeaving] = useTransition();
  const busy = useRef(false);

  function set<F extends keyof Draft>(field: F, value: Draft[F]) {
    setDraft((now) => ({ ...now, [field]: value }));
    setErrors((now) => ({ ...now, [field]: undefined }));
    setSaved(false);
  }

  function refused(found: Remark[]) {
    setErrors(byField(found.filter(({ field }) => field in draft)));
    setRefusals((count) => count + found.length);
    return found.filter(({ field }) => !(field in draft));
  }

  async function order() {
    const body = options.toBody(draft);
    const found = await remarksOnBody(options.operation, body);
    const misplaced = refused(found);
    if (misplaced.length > 0) setProblem(unplaced(misplaced));
    if (found.length > 0) return;
    try {
      const input = { params: options.params, body: body as BodyInput<K> };
      const answer = await send(options.operation, input);
      setSaved(true);
      startLeaving(() => options.onDone(answer));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { errors: remarks = [], ...rest } = error.problem;
      const elsewhere = refused(remarks.map(remarkOf)).map(({ remark }) => remark);
      const allPlaced = remarks.length > 0 && elsewhere.length === 0;
      const detail = allPlaced ? "What is not right is marked at its field." : rest.detail;
      setProblem({ ...rest, detail, errors: elsewhere });
    }
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    await order().finally(() => {
      busy.current = false;
      setSending(false);
    });
  }

  const pending = sending || leaving;
  return { draft, set, errors, problem, saved, refusals, pending, submit };
}

type PlacedRemark = NonNullable<Problem["errors"]>[number];
interface Remark {
  field: string;
  remark: PlacedRemark;
}

const remarkOf = (remark: PlacedRemark): Remark => ({
  field: remark.pointer.split("/").at(-1) ?? "",
  remark,
});

async function remarksOnBody(operation: PortalOperation, body: unknown): Promise<Remark[]> {
  const { operations } = await import("@/lib/contract/operations.ts");
  const checked = operations[operation].body.safeParse(body, { error: issueText });
  const issues = checked.success ? [] : checked.error.issues;
  return issues.map(({ path, message }) =>
    remarkOf({ pointer: `#/${path.join("/")}`, detail: message }),
  );
}

const byField = (remarks: Remark[]): FieldErrors =>
  Object.fromEntries(
    remarks.reverse().map(({ field, remark }) => [field, asSentence(remark.detail)]),
  );

const unplaced = (remarks: Remark[]): Problem => ({
  type: "portal-invalid-form",
  title: "This cannot be sent yet",
  status: 422,
  detail: "Some of what is needed is missing or not right.",
  errors: remarks.map(({ remark }) => remark),
  request_id: "",
});
