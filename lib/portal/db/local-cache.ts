import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { ControlTarget } from "../../contract/index.ts";
import type { Database } from "./database.ts";
import { registry, type ResourceType } from "./schema.ts";

export type { ResourceType } from "./schema.ts";

/** One thing that passed through the portal, as it was last seen. */
export interface CachedResource {
  id: string;
  json: unknown;
  customerId?: string | null;
  locationId?: string | null;
  /** What a control was issued against; only known of controls issued here. */
  target?: ControlTarget | null;
}

export interface RegistryQuery {
  page: number;
  page_size: number;
  search?: string | undefined;
  /** A field to sort by; a leading minus sorts descending. */
  sort: string;
  where?: Partial<Record<RegistryFilter, string | undefined>>;
}
export type RegistryFilter = "customer_id" | "location_id" | "group_id" | "device_type";

/** Remembers what was seen; a control keeps the target it was issued against. */
export async function putCached(
  db: Database,
  service: string,
  kind: ResourceType,
  things: CachedResource[],
): Promise<void> {
  if (things.length === 0) return;
  const rows = [...new Map(things.map((thing) => [thing.id, thing])).values()].map((thing) => ({
    ...thing,
    service,
    kind,
  }));
  await db
    .insert(registry)
    .values(rows)
    .onConflictDoUpdate({
      target: [registry.service, registry.kind, registry.id],
      set: {
        json: sql`excluded.json`,
        customerId: sql`excluded.customer_id`,
        locationId: sql`excluded.location_id`,
        target: sql`coalesce(excluded.target, ${registry.target})`,
        seenAt: sql`now()`,
        deletedAt: null,
      },
    });
}

/** What is known under an id; null when nothing is, or when it was deleted. */
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
  const sound = ids.filter((id) => !id.includes("\0"));
  if (sound.length === 0) return [];
  return db
    .select()
    .from(registry)
    .where(and(living(service, kind), inArray(registry.id, sound)));
}

/** Marks a thing as deleted, and with a customer its locations and their devices. */
export async function dropCached(
  db: Database,
  service: string,
  kind: ResourceType,
  id: string,
): Promise<void> {
  if (id.includes("\0")) return;
  const itself = and(eq(registry.kind, kind), eq(registry.id, id));
  const locations = db
    .select({ id: registry.id })
    .from(registry)
    .where(and(living(service, "location"), eq(registry.customerId, id)));
  const theirs = or(
    itself,
    and(eq(registry.kind, "location"), eq(registry.customerId, id)),
    and(eq(registry.kind, "device"), inArray(registry.locationId, locations)),
  );
  await db
    .update(registry)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(registry.service, service), kind === "customer" ? theirs : itself));
}

/** One page of what is known, and how many there are in all. */
export async function listCached(
  db: Database,
  service: string,
  kind: ResourceType,
  query: RegistryQuery,
): Promise<{ items: CachedResource[]; total: number }> {
  const where = and(
    living(service, kind),
    matching(kind, query.search),
    ...filters(service, query.where ?? {}),
  );
  const [counted] = await db.select({ total: count() }).from(registry).where(where);
  const items = await db
    .select()
    .from(registry)
    .where(where)
    .orderBy(order(service, query.sort), asc(registry.id))
    .limit(query.page_size)
    .offset(query.page * query.page_size);
  return { items, total: counted!.total };
}

const living = (service: string, kind: ResourceType) =>
  and(eq(registry.service, service), eq(registry.kind, kind), isNull(registry.deletedAt));

const field = (...path: string[]): SQL => sql`${registry.json} #>> ${`{${path.join(",")}}`}`;

const searched: Record<ResourceType, SQL[]> = {
  customer: [field("name"), field("email")],
  group: [field("name")],
  location: [field("metadata", "address"), sql`${registry.id}`],
  device: [field("name"), field("brand")],
  control: [],
};

function matching(kind: ResourceType, search: string | undefined): SQL | undefined {
  const text = search?.replaceAll("\0", "").trim();
  if (!text || searched[kind].length === 0) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(...searched[kind].map((value) => sql`${value} ilike ${pattern}`));
}

function filters(service: string, where: NonNullable<RegistryQuery["where"]>): SQL[] {
  const ofCustomer = (value: string) =>
    or(eq(registry.customerId, value), inArray(registry.locationId, owned(service, value)))!;
  const by: Record<RegistryFilter, (value: string) => SQL> = {
    customer_id: ofCustomer,
    location_id: (value) => eq(registry.locationId, value),
    group_id: (value) =>
      or(
        sql`${field("group_id")} = ${value}`,
        inArray(registry.customerId, members(service, value)),
      )!,
    device_type: (value) => sql`${field("device_type")} = ${value}`,
  };
  return (Object.keys(by) as RegistryFilter[]).flatMap((key) => {
    const value = where[key];
    return value === undefined ? [] : [by[key](value.replaceAll("\0", ""))];
  });
}

const owned = (service: string, customerId: string) =>
  sql`(select r.id from ${registry} r where r.service = ${service} and r.kind = 'location'
    and r.customer_id = ${customerId} and r.deleted_at is null)`;

const members = (service: string, groupId: string) =>
  sql`(select r.id from ${registry} r where r.service = ${service} and r.kind = 'customer'
    and r.json ->> 'group_id' = ${groupId} and r.deleted_at is null)`;

const ownerName = (service: string) =>
  sql`(select r.json ->> 'name' from ${registry} r where r.service = ${service}
    and r.kind = 'customer' and r.id = ${registry.customerId})`;

const groupName = (service: string) =>
  sql`(select g.json ->> 'name' from ${registry} g where g.service = ${service} and g.kind = 'group'
    and g.id = coalesce(${field("group_id")}, (select c.json ->> 'group_id' from ${registry} c
      where c.service = ${service} and c.kind = 'customer' and c.id = ${registry.customerId})))`;

/** What is sorted by and is no field of the thing itself. */
const sortedBy: Record<string, (service: string) => SQL> = {
  address: () => field("metadata", "address"),
  customer_name: ownerName,
  group_name: groupName,
};

function order(service: string, sort: string): SQL {
  const name = sort.replace(/^-/, "");
  const known = sortedBy[name];
  const value = known ? known(service) : field(name);
  return sort.startsWith("-") ? desc(sql`lower(${value})`) : asc(sql`lower(${value})`);
}
