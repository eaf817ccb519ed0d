import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Group } from "@/lib/contract/groups.ts";

/** The heading of a group's page, with the way to controlling it for who may. */
export function GroupHeader({
  id,
  group,
  mayControl,
}: {
  id: string;
  group: Group | null;
  mayControl: boolean;
}) {
  const t = useTranslations("groups");
  return (
    <PageHeader
      title={group?.name ?? id}
      subtitle={group ? t("inZone", { zone: group.bidding_zone }) : t("notFound")}
      backHref="/groups"
      backLabel={t("title")}
      actions={
        mayControl && (
          <ButtonLink variant="primary" href={`/controls/new?target=${encodeURIComponent(id)}`}>
            <SlidersHorizontal aria-hidden className="size-4" />
            {t("control")}
          </ButtonLink>
        )
      }
    />
  );
}
