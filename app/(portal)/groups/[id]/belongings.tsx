import { GroupMembers } from "@/components/customers/customers-table.tsx";
import { LocationRows } from "@/components/locations/locations-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { Directory } from "@/lib/portal/directory.ts";
import { load } from "../../load.tsx";

interface OfGroup {
  directory: Directory;
  id: string;
}

/** The first customers of a group. */
export async function GroupMembersCard({ directory, id }: OfGroup) {
  const { data, failure } = await load(() =>
    directory.listCustomers({ group_id: id, page_size: 10 }),
  );
  if (failure) return failure;
  return (
    <ListCard
      title="Members"
      noun="members"
      shown={data.items.length}
      total={data.total}
      allHref={`/customers?group_id=${encodeURIComponent(id)}`}
      empty={
        data.complete
          ? "No customer is in this group yet."
          : "No member of this group is known here."
      }
      actions={
        data.complete && (
          <CreateLink
            size="sm"
            variant="secondary"
            href={`/customers/new?group=${encodeURIComponent(id)}`}
          >
            New customer
          </CreateLink>
        )
      }
    >
      <GroupMembers customers={data.items} />
    </ListCard>
  );
}

/** The first locations of a group's customers. */
export async function GroupLocations({ directory, id }: OfGroup) {
  const { data, failure } = await load(() =>
    directory.listLocations({ group_id: id, page_size: 10 }),
  );
  if (failure) return failure;
  return (
    <ListCard
      title="Locations"
      noun="locations"
      shown={data.items.length}
      total={data.total}
      allHref={`/locations?group_id=${encodeURIComponent(id)}`}
      empty={
        data.complete
          ? "The customers of this group have no locations yet."
          : "No location of this group is known here."
      }
    >
      <LocationRows locations={data.items} owner />
    </ListCard>
  );
}
