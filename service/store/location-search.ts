import { and, eq, isNull, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { addressAsSorted } from "./location-query.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";

/**
 * A location's town for comparing, as long as an index allows: its city, or what follows the last comma
 * of its address.
 */
const townAsSorted = sql<string>`lower(left(trim(coalesce(${locations.metadata} ->> 'city',
  split_part(${locations.metadata} ->> 'address', ',', -1), '')), 200))`;

/** Whether a lower-case column starts with the text; `text_pattern_ops` indexes serve it. */
const startsWith = (column: SQLWrapper, text: string): SQL =>
  sql`${column} like lower(${`${text.replace(/[\\%_]/g, "\\$&")}%`})`;

/** Filters locations by the start of their address or town, ignoring case. */
export const atAddressOrTown = (text: string): SQL | undefined =>
  or(startsWith(addressAsSorted, text), startsWith(townAsSorted, text));

/** The customers with a location whose address or town starts with the text. */
export const customersAt = (db: Db, text: string) =>
  db
    .select({ id: locations.customerId })
    .from(locations)
    .where(and(isNull(locations.deletedAt), atAddressOrTown(text)));

/** More would be looked up for every control: a town of 100,000 locations takes longer than a request. */
const MAX_NAMED = 500;

/** The first locations by id with this id, or whose address or town starts with the text. */
export const locationsNamed = (db: Db, text: string) =>
  db
    .select({ id: locations.id })
    .from(locations)
    .where(and(isNull(locations.deletedAt), or(eq(locations.id, text), atAddressOrTown(text))))
    .orderBy(locations.id)
    .limit(MAX_NAMED);
