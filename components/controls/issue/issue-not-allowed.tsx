import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";

/** The page for issuing a control, to a viewer: whom to ask. */
export function IssueNotAllowed() {
  const t = useTranslations("controls");
  return (
    <>
      <PageHeader title={t("issue")} backHref="/controls" backLabel={t("title")} />
      <Empty
        title={t("console.notAllowed.title")}
        hint={t("console.notAllowed.hint")}
        action={<ButtonLink href="/controls">{t("console.notAllowed.toControls")}</ButtonLink>}
      />
    </>
  );
}
