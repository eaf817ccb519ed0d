"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, useTransition, type FormEvent, useEffect } from "react";
import { getReauthMethod, type ReauthMethod } from "@/components/form/reauth-challenge.ts";
import { ProblemError } from "@/components/api/request.ts";
import {
  getField,
  remarkMessage,
  type ProblemTranslator,
  type Remark,
} from "@/components/api/use-problem-messages.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** The fields of a draft that differ from the loaded values; leading and trailing spaces are ignored. */
export const getDirtyValues = <D extends object>(loaded: D, draft: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => trimText(value) !== trimText(loaded[field as keyof D]),
    ),
  ) as Partial<D>;

const trimText = (value: unknown) => (typeof value === "string" ? value.trim() : value);

/** Remarks on the fields of a form, by field. */
export type FieldErrors = Record<string, string | undefined>;

/** The outcome of the last submission: `unchanged` where there was nothing to send. */
export type Outcome = "saved" | "unchanged";

interface FormOptions<Draft, Answer> {
  /** A field is named as in the body that is sent. */
  initial: Draft;
  /** Validates before anything is sent. @throws ProblemError when that is not possible. */
  check?: (draft: Draft) => Promise<Remark[]>;
  /**
   * Gets the draft, what differs in it from the loaded values, and those: the resource may have been
   * read again since.
   * @throws ProblemError, whose remarks are shown at their fields.
   */
  send: (draft: Draft, changes: Partial<Draft>, loaded: Draft) => Promise<Answer>;
  /** Clears the fields after success. */
  isSecret?: boolean;
  /**
   * For a form that changes an existing resource: its draft after the response. Without changes
   * nothing is sent.
   */
  toSavedDraft?: (answer: Answer, sent: Draft) => Draft;
  /** After success; navigation started here keeps the form pending until it is done. */
  onDone: (answer: Answer) => void;
}

/**
 * A form: places the remarks of a check and of a refusal at their fields, sends once however often
 * it is submitted, and keeps what was typed when it fails. Where a fresh proof of who one is has to
 * come first, `asksProof` turns on, and `again` sends the same once it is given. `signedOut` says
 * that nothing is left to do here but to sign in again.
 */
export function useForm<Draft extends object, Answer>(options: FormOptions<Draft, Answer>) {
  const t = useTranslations("problems");
  const [loaded, setLoaded] = useState(options.initial);
  const [draft, setDraft] = useState(options.initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reauthMethod, setReauthMethod] = useState<ReauthMethod | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  const [leaving, startLeaving] = useTransition();
  const busy = useRef(false);
  const signedOut = problem?.status === 401;

  function set<F extends keyof Draft>(field: F, value: Draft[F]) {
    setDraft((now) => ({ ...now, [field]: value }));
    setErrors((now) => ({ ...now, [field]: undefined }));
    setOutcome(null);
    // The user may have signed in again in another tab: the draft can be sent then.
    if (signedOut) setProblem(null);
  }

  function refused(found: Remark[]) {
    const fieldOf = ({ pointer }: Remark) =>
      pointer.split("/").findLast((part) => part !== "" && part in draft);
    const placed = found.flatMap((remark) => {
      const field = fieldOf(remark);
      return field === undefined ? [] : [{ ...remark, pointer: `#/${field}` }];
    });
    setErrors(toFieldErrors(placed, t));
    setRefusals((count) => count + found.length);
    return found.filter((remark) => fieldOf(remark) === undefined);
  }

  /** Edits made while the form was being sent stay unsaved. */
  function markSaved(saved: Draft) {
    setLoaded(saved);
    setDraft((now) => ({ ...saved, ...getDirtyValues(draft, now) }));
  }

  async function order() {
    try {
      const found = (await options.check?.(draft)) ?? [];
      const misplaced = refused(found);
      if (misplaced.length > 0) setProblem(toFormProblem(misplaced));
      if (found.length > 0) return;
      const changes = getDirtyValues(loaded, draft);
      if (options.toSavedDraft && Object.keys(changes).length === 0) return setOutcome("unchanged");
      const answer = await options.send(draft, changes, loaded);
      if (options.toSavedDraft) markSaved(options.toSavedDraft(answer, draft));
      setOutcome("saved");
      if (options.isSecret) setDraft(options.initial);
      startLeaving(() => options.onDone(answer));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const proof = getReauthMethod(error.problem);
      if (proof) return setReauthMethod(proof);
      const { errors: remarks = [], ...rest } = error.problem;
      const elsewhere = refused(remarks);
      const allPlaced = remarks.length > 0 && elsewhere.length === 0;
      if (!allPlaced) setProblem({ ...rest, errors: elsewhere });
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

  const giveUp = () => setReauthMethod(null);
  function again() {
    giveUp();
    void submit();
  }

  const pending = sending || leaving;
  const proof = { reauthMethod, again, giveUp };
  const ends = { outcome, problem, signedOut };
  return { draft, set, errors, ...ends, refusals, pending, submit, ...proof };
}

/** Remarks as sentences by field; the first of several on one field. */
export const toFieldErrors = (remarks: Remark[], t: ProblemTranslator): FieldErrors =>
  Object.fromEntries(
    remarks.toReversed().map((remark) => [getField(remark), remarkMessage(remark, t)]),
  );

const toFormProblem = (errors: Remark[]): Problem => ({
  type: "urn:curtail:problem:invalid-form",
  title: "This cannot be sent yet",
  status: 422,
  detail: "Check the marked fields.",
  errors,
  request_id: "",
});

/** Moves the focus to the first invalid field of a form each time the number of refusals grows. */
export function useFocusOnRefusal(refusals: number) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusals]);
  return ref;
}
