"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { FormReauth, type ReauthState } from "./form-reauth.tsx";
import { useFocusOnRefusal, type Outcome } from "./use-form.ts";

/** The part of a form's state that its frame renders. */
export interface FormState extends ReauthState {
  problem: Problem | null;
  /** The session is over: nothing can be sent before signing in again. */
  signedOut: boolean;
  pending: boolean;
  outcome: Outcome | null;
  /** The number of refused fields so far: each refusal moves the focus to the first of them. */
  refusals: number;
  submit: (event?: FormEvent) => void;
}

/** A form around its fields: what went wrong, the submit button and the cancel link. */
export function FormFrame({
  form,
  action,
  cancelHref,
  children,
}: {
  form: FormState;
  /** Label of the submit button: `Create group`. */
  action: string;
  cancelHref?: string;
  children: ReactNode;
}) {
  const t = useTranslations("common");
  const isHydrated = useHydrated();
  const ref = useFocusOnRefusal(form.refusals);

  return (
    <>
      <form ref={ref} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        {children}
        {form.problem && <Failure problem={form.problem} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={form.pending}
            disabled={!isHydrated || form.signedOut}
          >
            {action}
          </Button>
          {cancelHref && (
            <ButtonLink variant="ghost" href={cancelHref}>
              {t("cancel")}
            </ButtonLink>
          )}
          <p role="status" className={form.outcome === "saved" ? "text-good" : "text-muted"}>
            {form.outcome === "unchanged" && t("unchanged")}
            {form.outcome === "saved" && (
              <span className="inline-flex items-center gap-1.5">
                <Check aria-hidden className="size-4" />
                {t("saved")}
              </span>
            )}
          </p>
        </div>
      </form>
      <FormReauth form={form} />
    </>
  );
}
