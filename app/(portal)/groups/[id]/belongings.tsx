import { getTranslations } from "next-intl/server";
import { GroupMembers } from "@/components/customers/lazy.tsx";
import { LocationsCard } from "@/components/locations/locations-card.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { load } from "../../load.tsx";

interface OfGroup {
  portal: Portal;
  id: string;
}

/** The first customers of a group, and the way to another one for who may make it. */
export async function GroupMembersCard({ portal, id }: OfGroup) {
  const t = await getTranslations("groups");
  const { data, failure } = await load(() =>
    portal.directory.listCustomers({ group_id: id, page_size: 10 }),
  );
  if (failure) return failure;
  const create = portal.may("createCustomer") && portal.offers("createCustomer");
  const key = encodeURIComponent(id);
  return (
    <ListCard
      title={t("members")}
      noun={t("membersNoun")}
      shown={data.items.length}
      total={data.total}
      allHref={`/customers?group_id=${key}`}
      empty={data.complete ? t("membersEmpty") : t("membersUnknown")}
      actions={
        create && (
          <CreateLink size="sm" variant="secondary" href={`/customers/new?group=${key}`}>
            {t("newMember")}
          </CreateLink>
        )
      }
    >
      <GroupMembers customers={data.items} />
    </ListCard>
  );
}

/** The first locations of a group's customers. */
export async function GroupLocations({ portal, id }: OfGroup) {
  const t = await getTranslations("groups");
  const { data, failure } = await load(() =>
    portal.directory.listLocations({ group_id: id, page_size: 10 }),
  );
  if (failure) return failure;
  return (
    <LocationsCard
      page={data}
      allHref={`/locations?group_id=${encodeURIComponent(id)}`}
      empty={data.complete ? t("locationsEmpty") : t("locationsUnknown")}
      whose="groups"
    />
  );
}
