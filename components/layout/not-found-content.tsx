import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Logo } from "./logo.tsx";

/** An address behind which there is nothing for this account. */
export function NotFoundContent() {
  const t = useTranslations("layout.notFound");
  const common = useTranslations("common");
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-md content-center gap-4">
      <Logo className="size-10" />
      <h1 className="text-xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="text-muted">{t("hint")}</p>
      <div>
        <ButtonLink href="/" variant="primary">
          {common("toTheStart")}
        </ButtonLink>
      </div>
    </div>
  );
}
