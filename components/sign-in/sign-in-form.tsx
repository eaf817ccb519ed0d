"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

const reasons = {
  CredentialsSignin: "wrong",
  TooManyAttempts: "tooMany",
  Unavailable: "unavailable",
} as const;
type Refusal = (typeof reasons)[keyof typeof reasons] | "unreachable";

async function attempt(email: string, password: string): Promise<Refusal | null> {
  const answer = await import("next-auth/react")
    .then(({ signIn }) => signIn("credentials", { email, password, redirect: false }))
    .catch(() => undefined);
  if (answer?.ok && !answer.error) return null;
  return reasons[answer?.error as keyof typeof reasons] ?? "unreachable";
}

/** E-mail and password; goes to `next`, a path of this portal, when they are right. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("signIn");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setError(null);
    const form = new FormData(event.currentTarget);
    const refused = await attempt(String(form.get("email")), String(form.get("password")));
    if (refused === null) return window.location.assign(next);
    setError(refused);
    setPending(false);
    password.current?.select();
  }

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-4">
      <div role="alert" className="-mb-4 not-empty:mb-0">
        {error && (
          <p className="flex gap-2 rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(error)}
          </p>
        )}
      </div>
      <Field label={t("email")} htmlFor="email">
        <TextInput name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label={t("password")} htmlFor="password">
        <TextInput
          ref={password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending} disabled={!isReady}>
        {t("submit")}
      </Button>
    </form>
  );
}
