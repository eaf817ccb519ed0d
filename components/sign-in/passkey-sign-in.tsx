"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { Button } from "@/components/ui/button.tsx";
import { useHydrated } from "@/components/ui/use-hydrated.ts";

type Refusal = "refused" | "unavailable";

/** Signs in with a passkey; null if that worked or the user cancelled. */
async function attempt(): Promise<Refusal | "cancelled" | null> {
  // Loaded on use: most people sign in with a password.
  const [{ startAuthentication }, { signIn }, { sendPortalChange }] = await Promise.all([
    import("@simplewebauthn/browser"),
    import("next-auth/react"),
    import("@/components/api/portal-client.ts"),
  ]);
  const optionsJSON = await sendPortalChange<PublicKeyCredentialRequestOptionsJSON>(
    "POST /api/passkey-sign-in",
  );
  const used = await startAuthentication({ optionsJSON }).catch(() => null);
  if (used === null) return "cancelled";
  const credential = JSON.stringify(used);
  const answer = await signIn("passkey", { credential, redirect: false });
  if (answer?.ok && !answer.error) return null;
  return answer?.error === "CredentialsSignin" ? "refused" : "unavailable";
}

/** The way in of who has a passkey; goes to `next`, a path of this portal. */
export function PasskeySignIn({ next }: { next: string }) {
  const t = useTranslations("signIn.withPasskey");
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isHydrated = useHydrated();

  async function submit() {
    setPending(true);
    setRefusal(null);
    const outcome = await attempt().catch((): Refusal => "unavailable");
    if (outcome === null) return window.location.assign(next);
    setPending(false);
    if (outcome !== "cancelled") setRefusal(outcome);
  }

  return (
    <section className="mt-4 flex flex-col gap-4">
      <div role="alert" className="-mb-4 not-empty:mb-0">
        {refusal && (
          <p className="flex gap-2 rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-bad">
            <span aria-hidden className="error-mark mt-0.5 size-4" />
            {t(refusal)}
          </p>
        )}
      </div>
      <Button onClick={() => void submit()} pending={pending} disabled={!isHydrated}>
        {t("button")}
      </Button>
    </section>
  );
}
