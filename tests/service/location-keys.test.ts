import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, getOwnerUrl } from "../support/postgres.ts";

const page = readFileSync(
  new URL("../../docs/how-to/run-several-instances.md", import.meta.url),
  "utf8",
);
const statements = /```sql\n(SELECT create_reference_table[^`]+)```/.exec(page)![1]!;
const tablesIn = (pattern: RegExp) =>
  [...statements.matchAll(pattern)].map(([, table, key]) => ({ table: table!, key: key! }));
const distributed = tablesIn(/create_distributed_table\('(\w+)', '(\w+)'/g);
const reference = tablesIn(/create_reference_table\('(\w+)'/g).map(({ table }) => table);
const keyOf = new Map(distributed.map(({ table, key }) => [table, key]));

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(getOwnerUrl("service", await freshDatabase("service")));
  await client.connect();
});
afterAll(() => client.end());

/** Tables whose rows have many locations, each of one slice or roster. */
const blocks = [
  { table: "block_rosters", key: "id" },
  { table: "interval_blocks", key: "roster" },
  { table: "minute_blocks", key: "slice" },
];

it("the page distributes every table with rows of locations, and locations themselves", async () => {
  const { rows } = await client.query<{ table: string }>(`
    select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'location_id' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
  const found = rows.map(({ table }) => ({ table, key: "location_id" }));
  const byTable = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
  expect(distributed.toSorted(byTable)).toEqual(
    [...found, ...blocks, { table: "locations", key: "id" }].sort(byTable),
  );
});

it("every unique key of a location table contains the location", async () => {
  const { rows } = await client.query<{ table: string; name: string; columns: string[] }>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      array(select attname::text from pg_attribute
        where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index where indisunique and indrelid::regclass::text = any($1)`,
    [[...keyOf.keys()]],
  );
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(keyOf.keys()));
  expect(rows.filter(({ table, columns }) => !columns.includes(keyOf.get(table)!))).toEqual([]);
});

it("foreign keys of and to location tables stay with the location or lead to a reference table", async () => {
  const { rows } = await client.query<{ from: string; to: string; pairs: string[][] }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to,
      array(select array[own.attname::text, other.attname::text]
        from unnest(conkey, confkey) as pair (own_number, other_number)
        join pg_attribute own on own.attrelid = conrelid and own.attnum = own_number
        join pg_attribute other on other.attrelid = confrelid and other.attnum = other_number) as pairs
    from pg_constraint where contype = 'f'`);
  const touching = rows.filter(({ from, to }) => keyOf.has(from) || keyOf.has(to));
  const isColocated = ({ from, to, pairs }: (typeof rows)[number]) =>
    pairs.some(([own, other]) => own === keyOf.get(from) && other === keyOf.get(to));
  const across = touching.filter((key) => !reference.includes(key.to) && !isColocated(key));
  expect(touching.length).toBeGreaterThan(0);
  expect(across).toEqual([]);
  // A reference table may only name other reference tables.
  const fromReference = rows.filter(({ from }) => reference.includes(from));
  expect(fromReference.filter(({ to }) => !reference.includes(to))).toEqual([]);
});

it("the page names every table of these that has a trigger", async () => {
  const { rows } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal`);
  const named = /^Triggers of ([^.]+?) note changes/m.exec(page)![1]!;
  const tables = rows.map(({ table }) => table);
  const isMoved = (table: string) => keyOf.has(table) || reference.includes(table);
  expect([...named.matchAll(/`(\w+)`/g)].map(([, table]) => table).sort()).toEqual(
    tables.filter(isMoved).sort(),
  );
});
