import { useTranslations } from "next-intl";
import { LocationsCard } from "@/components/locations/locations-card.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import type { PartialLocation, Page } from "@/lib/portal/directory/types.ts";
import { GroupLocationRows, GroupMembers } from "./group-tables.dynamic.tsx";
import { SlidersHorizontal } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Group } from "@/lib/contract/groups.ts";

/** The first customers of a group, with a link that adds one for users who may. */
export function GroupMembersCard({
  id,
  members,
  mayCreate,
}: {
  id: string;
  members: Page<Customer>;
  mayCreate: boolean;
}) {
  const t = useTranslations("groups");
  const key = encodeURIComponent(id);
  return (
    <ListCard
      title={t("members")}
      noun={t("membersNoun")}
      rowCount={members.items.length}
      total={members.total}
      allHref={`/customers?group_id=${key}`}
      empty={members.complete ? t("membersEmpty") : t("membersUnknown")}
      actions={
        mayCreate && (
          <CreateLink size="sm" variant="secondary" href={`/customers/new?group=${key}`}>
            {t("newMember")}
          </CreateLink>
        )
      }
    >
      <GroupMembers customers={members.items} />
    </ListCard>
  );
}

/** The first locations of a group's customers. */
export function GroupLocations({
  id,
  locations,
}: {
  id: string;
  locations: Page<PartialLocation>;
}) {
  const t = useTranslations("groups");
  return (
    <LocationsCard
      page={locations}
      allHref={`/locations?group_id=${encodeURIComponent(id)}`}
      empty={locations.complete ? t("locationsEmpty") : t("locationsUnknown")}
    >
      <GroupLocationRows locations={locations.items} whose="groups" serverNow={Date.now()} />
    </LocationsCard>
  );
}

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
