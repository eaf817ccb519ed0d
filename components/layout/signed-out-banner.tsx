"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { SignInAgain } from "@/components/ui/sign-in-again.tsx";

/** Says that the session has ended, with a link that signs in and returns to this page. */
export function SignedOutBanner() {
  const t = useTranslations("offline");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn bg-raised px-4 py-2 text-sm sm:px-6">
      <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-48 text-warn">{t("signedOut")}</p>
      <SignInAgain />
    </div>
  );
}
