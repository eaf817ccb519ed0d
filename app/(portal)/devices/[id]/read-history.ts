import type { KnownDevice } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaOffers } from "../../areas.ts";

/** What the history of a device is drawn with; null where nobody tells it. */
export async function readHistory(
  portal: Portal,
  { location_id, device_type }: Pick<KnownDevice, "location_id" | "device_type">,
) {
  const { directory } = portal;
  const offers = areaOffers(portal, "location");
  const isMeter = device_type === "METER";
  if (!(isMeter ? offers.history : offers.devices)) return null;
  const [alike, controls] = await Promise.all([
    isMeter ? null : directory.listDevices({ location_id, device_type, page_size: 1 }),
    directory.listOwnControls({ locationId: location_id }, { page_size: 50 }),
  ]);
  return {
    isOne: alike !== null && alike.complete && alike.total === 1,
    touched: { items: controls.items, total: controls.total, at: Date.now() },
    offers,
    offersControls: portal.offers("listLocationControls"),
  };
}
