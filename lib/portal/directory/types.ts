import type {
  ControlEffect,
  ControlSummary,
  ControlTarget,
  Customer,
  Device,
  DeviceDetail,
  Group,
  Location,
  LocationDetail,
  OperationId,
  LocatedControl,
  QueryInput,
} from "../../contract/index.ts";
import type { User } from "../db/sessions.ts";
import type { PortalResponse } from "../service-client/portal-deps.ts";
import type { CallInput } from "../service-client/validate-input.ts";
import type { LocalCache } from "./local-cache.ts";

export interface Page<T> {
  items: T[];
  /** How many there are in all; where the service does not say, as many as are known of. */
  total: number;
  /** False when only what passed through this portal is known. */
  complete: boolean;
}

export type PartialLocation = Location & Partial<Omit<LocationDetail, keyof Location>>;
export type PartialDevice = Device & Partial<Omit<DeviceDetail, keyof Device>>;
/** A control; null is what a service that only lists controls does not tell of it. */
export type PartialControl = Omit<
  ControlSummary,
  "target" | "locations" | "devices" | "unsupported" | "superseded"
> & {
  target: ControlTarget | null;
  locations: number | null;
  devices: number | null;
  unsupported: number | null;
  superseded: boolean | null;
};
export type PartialControlDetail = PartialControl & {
  results: ControlEffect[];
  cancelled_effect: ControlEffect[];
};

/**
 * Looking things up: from the service where it lists them, else from what passed through this
 * portal. A customer finds only what is theirs; anything else is null, or not in the list.
 */
export interface Directory {
  listCustomers(query: QueryInput<"listCustomers">): Promise<Page<Customer>>;
  getCustomer(id: string): Promise<Customer | null>;
  listGroups(query: QueryInput<"listGroups">): Promise<Page<Group>>;
  getGroup(id: string): Promise<Group | null>;
  listLocations(query: QueryInput<"listLocations">): Promise<Page<PartialLocation>>;
  getLocation(id: string): Promise<PartialLocation | null>;
  listDevices(query: QueryInput<"listDevices">): Promise<Page<PartialDevice>>;
  getDevice(id: string): Promise<PartialDevice | null>;
  listControls(query: QueryInput<"listControlSummaries">): Promise<Page<PartialControl>>;
  getControl(id: string): Promise<PartialControlDetail | null>;
  listLocatedControls(
    of: { customerId: string } | { locationId: string },
    query: QueryInput<"listCustomerControls">,
  ): Promise<Page<LocatedControl>>;
}

/** What a directory looks through: the user's portal, its registry, and the time. */
export interface Lookup {
  user: User;
  supports(operation: OperationId): boolean;
  call<K extends OperationId>(operation: K, input: CallInput<K>): Promise<PortalResponse<K>>;
  cache: LocalCache;
  now: () => Date;
}
