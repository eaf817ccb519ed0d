import type { Formats } from "@/components/format.ts";
import type { DeviceType } from "@/lib/contract/devices.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaOffers } from "../../areas.ts";
import { withPlaces } from "../with-places.ts";

/**
 * A device with what its history is drawn with, null where nobody tells that; null for a device
 * there is not.
 */
export async function readDevice(portal: Portal, id: string, f: Formats) {
  const { directory } = portal;
  const known = await directory.getDevice(id);
  if (!known) return null;
  const { location_id, device_type } = known;
  const offers = areaOffers(portal, "location");
  const isTold = device_type === "METER" ? offers.history : offers.devices;
  const [[device], history] = await Promise.all([
    withPlaces(directory, [known], f),
    isTold ? historyOf(portal, location_id, device_type) : null,
  ]);
  return { device: device!, history: history && { ...history, offers } };
}

async function historyOf(portal: Portal, location_id: string, device_type: DeviceType) {
  const { directory } = portal;
  const [alike, controls] = await Promise.all([
    directory.listDevices({ location_id, device_type, page_size: 1 }),
    directory.listOwnControls({ locationId: location_id }, { page_size: 50 }),
  ]);
  return {
    alike: alike.total,
    touched: { items: controls.items, total: controls.total, at: Date.now() },
    offersControls: portal.offers("listLocationControls"),
  };
}
