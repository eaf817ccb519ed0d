"use client";

import { useState, type SubmitEvent } from "react";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

const reasons = {
  CredentialsSignin: "wrong",
  TooManyAttempts: "tooMany",
  Unavailable: "unavailable",
  CodeAsked: "codeRequired",
  WrongCode: "wrongCode",
} as const;
type Refusal = (typeof reasons)[keyof typeof reasons] | "unreachable";

interface Credentials {
  email: string;
  password: string;
  /** The code of a second factor, where required. */
  code?: string;
}

async function attempt(given: Credentials): Promise<Refusal | null> {
  const answer = await import("next-auth/react")
    .then(({ signIn }) => signIn("credentials", { ...given, redirect: false }))
    .catch(() => undefined);
  if (answer?.ok && !answer.error) return null;
  return reasons[answer?.error as keyof typeof reasons] ?? "unreachable";
}

/** E-mail and password; goes to `next`, a path of this portal, when they are right. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("signIn");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  /** The accepted credentials, while a code is required. */
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const isHydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setError(null);
    const form = event.currentTarget;
    const given = readCredentials(form, credentials);
    const refused = await attempt(given);
    if (refused === null) return window.location.assign(next);
    setPending(false);
    if (refused === "codeRequired") return setCredentials(given);
    setError(refused);
    form.querySelector<HTMLInputElement>("[name=code], [name=password]")?.select();
  }

  const startOver = () => {
    setCredentials(null);
    setError(null);
  };

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-4">
      <div role="alert" className="-mb-4 not-empty:mb-0">
        {error && (
          <p className="flex gap-2 rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-bad">
            <span aria-hidden className="error-mark mt-0.5 size-4" />
            {t(error)}
          </p>
        )}
      </div>
      {credentials ? (
        <CodeStep pending={pending} onBack={startOver} />
      ) : (
        <>
          <Field label={t("email")} htmlFor="email">
            <TextInput name="email" type="email" autoComplete="username" required autoFocus />
          </Field>
          <Field label={t("password")} htmlFor="password">
            <TextInput name="password" type="password" autoComplete="current-password" required />
          </Field>
          <Button type="submit" variant="primary" pending={pending} disabled={!isHydrated}>
            {t("submit")}
          </Button>
          <p className="text-muted">{t("forgotten")}</p>
        </>
      )}
    </form>
  );
}

function readCredentials(form: HTMLFormElement, previous: Credentials | null): Credentials {
  const typed = new FormData(form);
  const text = (name: string) => String(typed.get(name) ?? "");
  return previous
    ? { ...previous, code: text("code") }
    : { email: text("email"), password: text("password") };
}

/** The second step of signing in: the code of an authenticator app, or one of paper. */
function CodeStep({ pending, onBack }: { pending: boolean; onBack: () => void }) {
  const t = useTranslations("signIn");
  return (
    <>
      <Field label={t("code")} hint={t("codeHint")} htmlFor="code">
        <TextInput
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
          autoFocus
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("submit")}
        </Button>
        <Button variant="ghost" disabled={pending} onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}
