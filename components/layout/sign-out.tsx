"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";

/** How long the error of a failed sign-out is visible. */
const ERROR_VISIBLE_MS = 10_000;

/** Ends the session here and on the server; `compact` hides its label on a phone. */
export function SignOut({ compact = false }: { compact?: boolean }) {
  const t = useTranslations("layout");
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = () => {
    setPending(true);
    setFailed(false);
    import("next-auth/react")
      .then(({ signOut }) => signOut({ callbackUrl: "/sign-in" }))
      .catch(() => {
        setPending(false);
        setFailed(true);
        setTimeout(() => setFailed(false), ERROR_VISIBLE_MS);
      });
  };
  return (
    <div className="relative">
      <Button variant="ghost" size="sm" pending={pending} onClick={leave} aria-label={t("signOut")}>
        {!pending && <LogOut aria-hidden className="size-4" />}
        <span className={compact ? "max-sm:hidden" : undefined}>{t("signOut")}</span>
      </Button>
      {failed && (
        <p
          role="alert"
          className="z-30 rounded-md border border-bad bg-raised p-3 text-sm text-bad max-sm:fixed max-sm:inset-x-4 max-sm:bottom-20 sm:absolute sm:top-full sm:right-0 sm:mt-1 sm:w-64"
        >
          {t("notSignedOut")}
        </p>
      )}
    </div>
  );
}
