import type {
  AnswerOf,
  Control,
  ControlTarget,
  Customer,
  Device,
  Group,
  Location,
  OperationId,
} from "../../contract/index.ts";
import type { ServiceInput } from "../service-client/service-client.ts";
import type { Database } from "../db/database.ts";
import {
  dropCached,
  getCached,
  putCached,
  type CachedResource,
  type ResourceType,
} from "../db/local-cache.ts";

/** Where one service's things are remembered. */
export interface Registry {
  db: Database;
  service: string;
}

/** The operation that makes remembering a noun needless: the service lists it itself. */
const lists: Record<ResourceType, OperationId> = {
  customer: "listCustomers",
  group: "listGroups",
  location: "listLocations",
  device: "listDevices",
  control: "listControlSummaries",
};

/**
 * Remembers what an answer shows, for the nouns the service cannot list: the registry is then all
 * the portal has to look things up in.
 */
export async function remember<K extends OperationId>(
  registry: Registry,
  offered: ReadonlySet<OperationId>,
  operation: K,
  input: ServiceInput<K>,
  answer: AnswerOf<K>,
): Promise<void> {
  const put = async (kind: ResourceType, things: CachedResource[]) => {
    if (!offered.has(lists[kind])) await putCached(registry.db, registry.service, kind, things);
  };
  switch (operation) {
    case "createGroup":
    case "getGroup":
      return put("group", [plain(answer as Group)]);
    case "createCustomer":
    case "getCustomer":
    case "updateCustomer":
      return put("customer", [plain(answer as Customer)]);
    case "createLocation":
    case "getLocation":
      return put("location", [ofCustomer(answer as Location)]);
    case "getDevice":
    case "registerDevice":
      return put("device", [atLocation(answer as Device)]);
    case "listControls":
      return put("control", (answer as { data: Control[] }).data.map(plain));
    case "controlBiddingZone":
    case "controlGroup": {
      const target = await targetOf(registry, input.params as TargetParams);
      return put("control", [{ ...plain(answer as Control), target }]);
    }
    case "deleteCustomer":
      return dropCached(registry.db, registry.service, "customer", (answer as Customer).id);
  }
}

const plain = (thing: { id: string }): CachedResource => ({ id: thing.id, json: thing });
const ofCustomer = (location: Location): CachedResource => ({
  ...plain(location),
  customerId: location.customer_id,
});
const atLocation = (device: Device): CachedResource => ({
  ...plain(device),
  locationId: device.location_id,
});

type TargetParams = { bidding_zone_id?: string; group_id?: string };

async function targetOf({ db, service }: Registry, params: TargetParams): Promise<ControlTarget> {
  if (params.bidding_zone_id !== undefined) {
    const id = params.bidding_zone_id;
    return { kind: "bidding_zone", id, name: id };
  }
  const id = params.group_id!;
  const group = (await getCached(db, service, "group", id))?.json as Group | undefined;
  return { kind: "group", id, name: group?.name ?? id };
}
