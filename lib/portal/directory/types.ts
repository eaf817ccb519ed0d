import type {
  ControlEffect,
  ControlDetail,
  ControlSummary,
  ControlTarget,
  Customer,
  Device,
  DeviceDetail,
  Group,
  ListedGroup,
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
  /** The total; as many as are known if the service does not return it. */
  total: number;
  /** False if only cached resources are known. */
  complete: boolean;
}

export type PartialLocation = Location & Partial<Omit<LocationDetail, keyof Location>>;
export type PartialDevice = Device & Partial<Omit<DeviceDetail, keyof Device>>;
/** A control; null for what a service that only lists controls does not return. */
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
} & Pick<ControlDetail, "rebound" | "restatements">;

/**
 * Reads resources from the service if it lists them, else from the portal's cache. A customer finds
 * only their own; any other resource is null or not in the list.
 */
export interface Directory {
  listCustomers(query: QueryInput<"listCustomers">): Promise<Page<Customer>>;
  getCustomer(id: string): Promise<Customer | null>;
  listGroups(query: QueryInput<"listGroups">): Promise<Page<ListedGroup>>;
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

/** What a directory reads through. */
export interface Lookup {
  user: User;
  supports(operation: OperationId): boolean;
  call<K extends OperationId>(operation: K, input: CallInput<K>): Promise<PortalResponse<K>>;
  cache: LocalCache;
  now: () => Date;
}
