import { LocationDevices } from "@/components/devices/devices-table.tsx";
import { OwnControls } from "@/components/home/own-controls.tsx";
import { FeltControls } from "@/components/controls/felt-controls.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { KnownDevice, Page } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";

/** The devices of a location, and registering another where that is possible. */
export function LocationDevicesCard({
  portal,
  locationId,
  devices,
}: {
  portal: Portal;
  locationId: string;
  devices: Page<KnownDevice>;
}) {
  const register = portal.may("registerDevice") && portal.offers("registerDevice");
  return (
    <ListCard
      title="Devices"
      noun="devices"
      shown={devices.items.length}
      total={devices.total}
      empty={devices.complete ? "No devices yet." : "No device of this location is known here."}
      actions={
        register && (
          <CreateLink
            size="sm"
            variant="secondary"
            href={`/locations/${encodeURIComponent(locationId)}/devices/new`}
          >
            Register device
          </CreateLink>
        )
      }
    >
      <LocationDevices devices={devices.items} />
    </ListCard>
  );
}

/** The latest controls that touched a location: in sentences for who lives there. */
export function LocationControls({
  controls,
  isStaff,
}: {
  controls: Page<OwnControl>;
  isStaff: boolean;
}) {
  if (!isStaff) {
    return (
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">What happened here</h2>
        <OwnControls page={controls} serverNow={Date.now()} most={5} />
      </section>
    );
  }
  return (
    <FeltControls
      title="Controls that touched it"
      empty="No control has touched this location yet."
      page={controls}
      serverNow={Date.now()}
    />
  );
}
