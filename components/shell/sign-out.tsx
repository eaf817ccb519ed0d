"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";

/** Ends the session here and on the server. */
export function SignOut() {
  const t = useTranslations("shell");
  const [pending, setPending] = useState(false);
  const leave = () => {
    setPending(true);
    import("next-auth/react")
      .then(({ signOut }) => signOut({ callbackUrl: "/sign-in" }))
      .catch(() => setPending(false));
  };
  return (
    <Button variant="ghost" size="sm" pending={pending} onClick={leave} aria-label={t("signOut")}>
      {!pending && <LogOut aria-hidden className="size-4" />}
      <span className="hidden sm:inline">{t("signOut")}</span>
    </Button>
  );
}
