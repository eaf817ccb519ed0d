"use client";

import { useTranslations } from "next-intl";
import { Button, ButtonLink } from "@/components/ui/button.tsx";

/** A page that failed to render; `digest` finds its cause in the server's log. */
export function ErrorContent({ digest, retry }: { digest?: string; retry: () => void }) {
  const t = useTranslations("layout.error");
  const common = useTranslations("common");
  return (
    <div role="alert" className="mx-auto grid max-w-lg gap-4 py-16">
      <span aria-hidden className="error-mark size-8" />
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      <p className="text-muted">{t("hint")}</p>
      {digest && (
        <p className="text-xs text-muted">
          {t("reference")} <code>{digest}</code>
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" onClick={retry}>
          {common("tryAgain")}
        </Button>
        <ButtonLink href="/">{common("toTheStart")}</ButtonLink>
      </div>
    </div>
  );
}
