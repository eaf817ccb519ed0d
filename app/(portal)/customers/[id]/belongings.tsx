import { FeltControls } from "@/components/controls/felt-controls.tsx";
import { LocationRows } from "@/components/locations/locations-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { KnownLocation, Page } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { load } from "../../load.tsx";

/** The first locations of a customer. */
export function CustomerLocations({
  customerId,
  locations,
}: {
  customerId: string;
  locations: Page<KnownLocation>;
}) {
  const key = encodeURIComponent(customerId);
  return (
    <ListCard
      title="Locations"
      noun="locations"
      shown={locations.items.length}
      total={locations.total}
      allHref={`/locations?customer_id=${key}`}
      empty={
        locations.complete ? "No locations yet." : "No location of this customer is known here."
      }
      actions={
        <CreateLink size="sm" variant="secondary" href={`/locations/new?customer=${key}`}>
          New location
        </CreateLink>
      }
    >
      <LocationRows locations={locations.items} owner={false} />
    </ListCard>
  );
}

/** The latest controls that touched a customer's locations. */
export async function CustomerControls({ portal, id }: { portal: Portal; id: string }) {
  const { data, failure } = await load(() =>
    portal.directory.listOwnControls({ customerId: id }, { page_size: 50 }),
  );
  if (failure) return failure;
  return (
    <FeltControls
      title="Controls that touched them"
      empty="No control has touched this customer yet."
      page={data}
      serverNow={Date.now()}
    />
  );
}
