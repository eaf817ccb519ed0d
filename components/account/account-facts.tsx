import { useTranslations } from "next-intl";
import { SignOut } from "@/components/layout/sign-out.tsx";
import type { UserRole } from "@/components/layout/navigation-items.ts";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Card } from "@/components/ui/card.tsx";

/** Who is signed in, and the way out; a customer's name is one of their details. */
export function AccountFacts({
  user,
}: {
  user: { name: string; email: string; reader: UserRole };
}) {
  const t = useTranslations("account");
  const role = useTranslations("shell.roles")(user.reader);
  const isStaff = user.reader !== "customer";
  return (
    <Card title={t("signedInAs")} actions={<SignOut />}>
      <DescriptionList
        roomy
        entries={[
          ...(isStaff ? [[t("name"), user.name] as [string, string]] : []),
          [t("email"), user.email],
          ...(isStaff ? [[t("role"), role] as [string, string]] : []),
        ]}
      />
    </Card>
  );
}
