import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { ControlTarget } from "../../contract/index.ts";
import type { Database } from "./database.ts";
import { cachedResources, type ResourceType } from "./schema.ts";

export type { ResourceType } from "./schema.ts";

/** A resource as the portal last received it. */
export interface CachedResource {
  id: string;
  json: unknown;
  customerId?: string | null;
  locationId?: string | null;
  /** The target a control was issued for; only known for controls issued here. */
  target?: ControlTarget | null;
}

export interface CacheQuery {
  page: number;
  page_size: number;
  search?: string | undefined;
  /** A field to sort by; a leading minus sorts descending. */
  sort: string;
  where?: Partial<Record<CacheFilter, string | undefined>>;
}
type CacheFilter = "customer_id" | "location_id" | "group_id" | "device_type";

/** Stores resources; a control keeps the target it was issued for. */
export async function putCached(
  db: Database,
  service: string,
  kind: ResourceType,
  resources: CachedResource[],
): Promise<void> {
  if (resources.length === 0) return;
  const rows = [...new Map(resources.map((thing) => [thing.id, thing])).values()].map((thing) => ({
    ...thing,
    service,
    kind,
  }));
  await db
    .insert(cachedResources)
    .values(rows)
    .onConflictDoUpdate({
      target: [cachedResources.service, cachedResources.kind, cachedResources.id],
      set: {
        json: sql`excluded.json`,
        customerId: sql`excluded.customer_id`,
        locationId: sql`excluded.location_id`,
        target: sql`coalesce(excluded.target, ${cachedResources.target})`,
        seenAt: sql`now()`,
        deletedAt: null,
      },
    });
}

/** The cached resource with this id; null if there is none or it was deleted. */
export async function getCached(
  db: Database,
  service: string,
  kind: ResourceType,
  id: string,
): Promise<CachedResource | null> {
  return (await getManyCached(db, service, kind, [id]))[0] ?? null;
}

export async function getManyCached(
  db: Database,
  service: string,
  kind: ResourceType,
  ids: string[],
): Promise<CachedResource[]> {
  const valid = ids.filter((id) => !id.includes("\0"));
  if (valid.length === 0) return [];
  return db
    .select()
    .from(cachedResources)
    .where(and(isCached(service, kind), inArray(cachedResources.id, valid)));
}

/** Marks a resource as deleted, and with a customer its locations and their devices. */
export async function deleteCached(
  db: Database,
  service: string,
  kind: ResourceType,
  id: string,
): Promise<void> {
  if (id.includes("\0")) return;
  const itself = and(eq(cachedResources.kind, kind), eq(cachedResources.id, id));
  const locations = db
    .select({ id: cachedResources.id })
    .from(cachedResources)
    .where(and(isCached(service, "location"), eq(cachedResources.customerId, id)));
  const theirs = or(
    itself,
    and(eq(cachedResources.kind, "location"), eq(cachedResources.customerId, id)),
    and(eq(cachedResources.kind, "device"), inArray(cachedResources.locationId, locations)),
  );
  await db
    .update(cachedResources)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(cachedResources.service, service), kind === "customer" ? theirs : itself));
}

/** One page of the cached resources, and their total. */
export async function listCached(
  db: Database,
  service: string,
  kind: ResourceType,
  query: CacheQuery,
): Promise<{ items: CachedResource[]; total: number }> {
  const where = and(
    isCached(service, kind),
    toSearchFilter(kind, query.search),
    ...filters(service, query.where ?? {}),
  );
  const [counted] = await db.select({ total: count() }).from(cachedResources).where(where);
  const items = await db
    .select()
    .from(cachedResources)
    .where(where)
    .orderBy(order(service, query.sort), asc(cachedResources.id))
    .limit(query.page_size)
    .offset(query.page * query.page_size);
  return { items, total: counted!.total };
}

const isCached = (service: string, kind: ResourceType) =>
  and(
    eq(cachedResources.service, service),
    eq(cachedResources.kind, kind),
    isNull(cachedResources.deletedAt),
  );

const field = (...path: string[]): SQL => sql`${cachedResources.json} #>> ${`{${path.join(",")}}`}`;

const searchFields: Record<ResourceType, SQL[]> = {
  customer: [field("name"), field("email")],
  group: [field("name")],
  location: [field("metadata", "address"), sql`${cachedResources.id}`],
  device: [field("name"), field("brand")],
  control: [],
};

function toSearchFilter(kind: ResourceType, search: string | undefined): SQL | undefined {
  const text = search?.replaceAll("\0", "").trim();
  if (!text || searchFields[kind].length === 0) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(...searchFields[kind].map((value) => sql`${value} ilike ${pattern}`));
}

function filters(service: string, where: NonNullable<CacheQuery["where"]>): SQL[] {
  const ofCustomer = (value: string) =>
    or(
      eq(cachedResources.customerId, value),
      inArray(cachedResources.locationId, selectLocationIds(service, value)),
    )!;
  const by: Record<CacheFilter, (value: string) => SQL> = {
    customer_id: ofCustomer,
    location_id: (value) => eq(cachedResources.locationId, value),
    group_id: (value) =>
      or(
        sql`${field("group_id")} = ${value}`,
        inArray(cachedResources.customerId, selectMemberIds(service, value)),
      )!,
    device_type: (value) => sql`${field("device_type")} = ${value}`,
  };
  return (Object.keys(by) as CacheFilter[]).flatMap((key) => {
    const value = where[key];
    return value === undefined ? [] : [by[key](value.replaceAll("\0", ""))];
  });
}

const selectLocationIds = (service: string, customerId: string) =>
  sql`(select r.id from ${cachedResources} r where r.service = ${service} and r.kind = 'location'
    and r.customer_id = ${customerId} and r.deleted_at is null)`;

const selectMemberIds = (service: string, groupId: string) =>
  sql`(select r.id from ${cachedResources} r where r.service = ${service} and r.kind = 'customer'
    and r.json ->> 'group_id' = ${groupId} and r.deleted_at is null)`;

const ownerName = (service: string) =>
  sql`(select r.json ->> 'name' from ${cachedResources} r where r.service = ${service}
    and r.kind = 'customer' and r.id = ${cachedResources.customerId})`;

const groupName = (service: string) =>
  sql`(select g.json ->> 'name' from ${cachedResources} g where g.service = ${service} and g.kind = 'group'
    and g.id = coalesce(${field("group_id")}, (select c.json ->> 'group_id' from ${cachedResources} c
      where c.service = ${service} and c.kind = 'customer' and c.id = ${cachedResources.customerId})))`;

/** Sort fields that are not fields of the resource. */
const sortFields: Record<string, (service: string) => SQL> = {
  address: () => field("metadata", "address"),
  customer_name: ownerName,
  group_name: groupName,
};

function order(service: string, sort: string): SQL {
  const name = sort.replace(/^-/, "");
  const sortField = sortFields[name];
  const value = sortField ? sortField(service) : field(name);
  return sort.startsWith("-") ? desc(sql`lower(${value})`) : asc(sql`lower(${value})`);
}
