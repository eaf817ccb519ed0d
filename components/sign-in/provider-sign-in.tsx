"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import type { OidcRefusal } from "@/lib/portal/auth/oidc-sign-in.ts";

const reasons = {
  OidcIncomplete: "incomplete",
  OidcUnverified: "unverified",
  OidcNoRole: "noRole",
  OidcNoGroups: "noGroups",
  OidcEmailTaken: "emailTaken",
  OidcClosed: "closed",
} as const satisfies Record<OidcRefusal, string>;

const toReason = (refused: string) =>
  Object.hasOwn(reasons, refused) ? reasons[refused as OidcRefusal] : "failed";

/** The way in of staff whose organisation keeps their identities; says why it refused somebody. */
export function ProviderSignIn(props: { name: string; next: string; refused: string }) {
  const { name, next, refused } = props;
  const t = useTranslations("signIn.withProvider");
  const [pending, setPending] = useState(false);
  const [isLost, setLost] = useState(false);
  const isHydrated = useHydrated();
  const reason = isLost ? "failed" : refused && toReason(refused);

  async function leave() {
    setPending(true);
    const { signIn } = await import("next-auth/react");
    await signIn("oidc", { callbackUrl: next }).catch(() => {
      setLost(true);
      setPending(false);
    });
  }

  return (
    <section className="mt-5 flex flex-col gap-4">
      <p aria-hidden className="flex items-center gap-3 text-sm text-muted">
        <span className="h-px grow bg-line" />
        {t("or")}
        <span className="h-px grow bg-line" />
      </p>
      <div role="alert" className="-mb-4 not-empty:mb-0">
        {reason && (
          <p className="flex gap-2 rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-bad">
            <span aria-hidden className="error-mark mt-0.5 size-4" />
            {t(reason, { name })}
          </p>
        )}
      </div>
      <Button
        onClick={leave}
        pending={pending}
        disabled={!isHydrated}
        className="whitespace-normal"
      >
        {t("button", { name })}
      </Button>
    </section>
  );
}
