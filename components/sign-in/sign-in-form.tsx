"use client";

import { CircleAlert } from "lucide-react";
import { signIn } from "next-auth/react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

const UNREACHABLE = "The portal did not answer. Check the connection and try again.";
const reasons: Record<string, string> = {
  CredentialsSignin: "This e-mail address and password do not belong together.",
  TooManyAttempts: "Too many attempts. Wait a quarter of an hour, then try again.",
  Unavailable: "Signing in is not possible just now. Try again in a moment.",
};

async function attempt(email: string, password: string): Promise<string | null> {
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(
    () => undefined,
  );
  if (answer?.ok && !answer.error) return null;
  return reasons[answer?.error ?? ""] ?? UNREACHABLE;
}

/** E-mail and password; goes to `next`, a path of this portal, when they are right. */
export function SignInForm({ next }: { next: string }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
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
            {error}
          </p>
        )}
      </div>
      <Field label="E-mail" htmlFor="email">
        <TextInput name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password" htmlFor="password">
        <TextInput
          ref={password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending} disabled={!isReady}>
        Sign in
      </Button>
    </form>
  );
}
