"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { signInPath } from "@/lib/http/return-path.ts";
import { ButtonLink } from "./button.tsx";

/** Leads to signing in, and from there back to this page as its address keeps it. */
export function SignInAgain() {
  const t = useTranslations("common");
  const path = usePathname();
  const query = useSearchParams().toString();
  return (
    <ButtonLink size="sm" href={signInPath(query === "" ? path : `${path}?${query}`)}>
      {t("signInAgain")}
    </ButtonLink>
  );
}
