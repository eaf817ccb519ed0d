"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { useFocusOnRefusal } from "./use-form.ts";

/** The part of a form's state that its dialog renders. */
interface DialogFormState {
  pending: boolean;
  problem: Problem | null;
  /** The session is over: nothing can be sent before signing in again. */
  signedOut?: boolean;
  /** Set once it was sent successfully. */
  outcome?: unknown;
  /** The number of refused fields so far: each refusal moves the focus to the first of them. */
  refusals?: number;
  submit: (event?: FormEvent) => void;
}

/**
 * A modal dialog with one form: fields, what went wrong, the button that cancels and the one that
 * submits. It does not close while it is being sent. Without fields the cancel button has the focus, so
 * that an Enter key that is held down does not submit.
 */
export function DialogForm({
  form,
  title,
  description,
  cancel,
  action,
  variant = "primary",
  isReady = true,
  reauth,
  onClose,
  children,
}: {
  form: DialogFormState;
  title: string;
  description?: ReactNode;
  /** Label of the button that closes the dialog, "Cancel" by default. */
  cancel?: string;
  /** Label of the submit button; without it there is nothing to submit. */
  action?: string | undefined;
  variant?: "primary" | "danger";
  /** Whether the form can be submitted. */
  isReady?: boolean;
  /** A reauthentication that the form requires, beside the form. */
  reauth?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { pending, problem, signedOut = false, outcome = null, refusals = 0 } = form;
  const t = useTranslations("common");
  const ref = useFocusOnRefusal(refusals);
  const cancelRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!ref.current?.querySelector("input, select, textarea")) cancelRef.current?.focus();
  }, [ref, cancel]);
  const close = () => !pending && onClose();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) form.submit(event);
  };
  return (
    <Dialog onClose={close} title={title} description={description}>
      <form ref={ref} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {problem && <Failure problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={cancelRef} onClick={close} disabled={pending}>
            {cancel ?? t("cancel")}
          </Button>
          {action !== undefined && (
            <Button
              type="submit"
              variant={variant}
              pending={pending}
              disabled={!isReady || signedOut || outcome !== null}
            >
              {action}
            </Button>
          )}
        </div>
      </form>
      {reauth}
    </Dialog>
  );
}
