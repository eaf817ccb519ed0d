import { operations, type OperationId, type Statement } from "../../contract/index.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { listRows } from "../directory/page.ts";
import type { Directory, Page } from "../directory/types.ts";
import type { Portal } from "../client/portal-client.ts";
import {
  controlColumns,
  customerColumns,
  deliveryColumns,
  deviceColumns,
  groupColumns,
  locationColumns,
  type ControlDeliveryRow,
} from "./export-columns.ts";
import {
  statementColumns,
  toStatementLines,
  type StatementLine,
  type StatementNames,
} from "./statement-columns.ts";
import type { FileColumn } from "./export-file.ts";
import type { ExportMessages } from "../../i18n/messages.ts";

/** The filters of a list, without its paging. */
type ExportInput = Record<string, string | number>;

/** A list that can be exported; its operation decides who may. */
interface ExportList<Row> {
  operation: OperationId;
  noun: (t: ExportMessages) => string;
  /** The filter that names what the rows belong to; part of the file name. */
  of?: keyof ExportInput;
  /** The columns at `now` (ms). */
  columns: (
    t: ExportMessages,
    portal: Portal,
    now: number,
  ) => Promise<FileColumn<Row>[]> | FileColumn<Row>[];
  read: (portal: Portal, input: ExportInput) => Promise<Page<Row>>;
}

const list = <Row extends { id: string }>(made: ExportList<Row>) => made;

/** The lists that can be exported. */
export const exportLists = {
  controls: list({
    operation: "listControlSummaries",
    noun: (t) => t("controls.list.noun"),
    columns: controlColumns,
    read: ({ directory }, input) => directory.listControls(input),
  }),
  customers: list({
    operation: "listCustomers",
    noun: (t) => t("customers.noun"),
    columns: async (t, portal) => customerColumns(t, await readGroupNames(portal)),
    read: ({ directory }, input) => directory.listCustomers(input),
  }),
  groups: list({
    operation: "listGroups",
    noun: (t) => t("groups.noun"),
    columns: groupColumns,
    read: ({ directory }, input) => directory.listGroups(input),
  }),
  locations: list({
    operation: "listLocations",
    noun: (t) => t("locations.noun"),
    columns: async (t, portal, now) => locationColumns(t, await readGroupNames(portal), now),
    read: ({ directory }, input) => directory.listLocations(input),
  }),
  devices: list({
    operation: "listDevices",
    noun: (t) => t("devices.noun"),
    columns: deviceColumns,
    read: ({ directory }, input) => directory.listDevices(input),
  }),
  deliveries: list({
    operation: "listControlDeliveries",
    noun: (t) => t("table.file.deliveries"),
    of: "control_id",
    columns: deliveryColumns,
    read: readDeliveries,
  }),
  "customer-statement": list({
    operation: "getCustomerStatement",
    noun: (t) => t("table.file.statement"),
    of: "month",
    columns: (t) => statementColumns(t, false),
    read: (portal, { page, ...input }) =>
      page ? NO_ROWS : readStatementLines(portal, "getCustomerStatement", input),
  }),
  "zone-statement": list({
    operation: "getBiddingZoneStatement",
    noun: (t) => t("table.file.statement"),
    of: "month",
    columns: (t) => statementColumns(t, true),
    read: (portal, { page, ...input }) =>
      page ? NO_ROWS : readStatementLines(portal, "getBiddingZoneStatement", input),
  }),
};

export type ExportNoun = keyof typeof exportLists;

/** The file name without extension: list, parent and date; no id can leave the name. */
export function buildFileName(noun: string, id: string | number | undefined, date: string): string {
  const part = String(id ?? "").replace(/[^A-Za-z0-9_-]+/g, "-");
  return [noun, part.slice(0, 64), date].filter((each) => each !== "").join("-");
}

const NO_ROWS = Promise.resolve({ items: [] as StatementLine[], total: 0, complete: true });

/** A statement comes whole: all of its lines are the first page. */
async function readStatementLines(
  portal: Portal,
  operation: "getCustomerStatement" | "getBiddingZoneStatement",
  input: ExportInput,
): Promise<Page<StatementLine>> {
  const { data } = await portal.call(operation, toStatementInput(input));
  const items = toStatementLines(data, await readStatementNames(portal, data));
  return { items, total: items.length, complete: true };
}

/** What the customers, locations and groups of the rows are called now; one that was removed has no name. */
async function readStatementNames(
  portal: Portal,
  { customer_id, rows }: Statement,
): Promise<StatementNames> {
  const { directory } = portal;
  const ofCustomer: ExportInput = customer_id === null ? {} : { customer_id };
  const [customers, locations, groups] = await Promise.all([
    customer_id === null
      ? readNames(
          rows.map((row) => row.customer_id),
          (page) => directory.listCustomers(toPageInput({}, page)),
          ({ name }) => name,
        )
      : readCustomerName(directory, customer_id),
    readNames(
      rows.map(({ location_id }) => location_id),
      (page) => directory.listLocations(toPageInput(ofCustomer, page)),
      ({ metadata: { address } }) => (typeof address === "string" ? address : ""),
    ),
    customer_id === null ? readGroupNames(portal) : NO_NAMES,
  ]);
  return { customers, locations, groups };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

async function readCustomerName(directory: Directory, id: string): Promise<Map<string, string>> {
  const customer = await directory.getCustomer(id);
  return new Map(customer ? [[id, customer.name]] : []);
}

/** The names of these ids; the list is read until all are found. */
async function readNames<Row extends { id: string }>(
  ids: readonly (string | null)[],
  read: (page: number) => Promise<Page<Row>>,
  getName: (row: Row) => string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const left = new Set(ids.filter((id) => id !== null));
  if (left.size === 0) return names;
  for await (const row of listRows(await read(0), read)) {
    if (left.delete(row.id)) names.set(row.id, getName(row));
    if (left.size === 0) break;
  }
  return names;
}

function toStatementInput({ version, ...input }: ExportInput) {
  const named = Object.entries(input).map(([name, value]) => [name, String(value)]);
  const params = { month: "", customer_id: "", bidding_zone_id: "", ...Object.fromEntries(named) };
  return { params, query: version === undefined ? {} : { version: String(version) } };
}

async function readDeliveries(
  { call }: Portal,
  input: ExportInput,
): Promise<Page<ControlDeliveryRow>> {
  const { control_id: id, ...query } = input;
  const control_id = String(id ?? "");
  const { data, total } = await call("listControlDeliveries", { params: { control_id }, query });
  const items = data.data.map((row) => ({ ...row, id: row.location_id, control_id }));
  return { items, total: total ?? items.length, complete: true };
}

/** Parses the filters and the sort order of a list's URL, without its paging. */
export function parseExportInput(
  operation: OperationId,
  query: Record<string, unknown>,
): ExportInput {
  const { params, query: narrows } = operations[operation];
  const names = Object.keys({ ...params.shape, ...narrows.shape });
  const filterNames = names.filter((name) => name !== "page" && name !== "page_size");
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query[name];
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [];
    }),
  );
}

/** The input of one page, of the size that exports read. */
export const toPageInput = (input: ExportInput, page: number): ExportInput => ({
  ...input,
  page,
  page_size: MAX_PAGE_SIZE,
});

async function readGroupNames({ isAllowed, directory }: Portal): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (!isAllowed("listGroups")) return names;
  const read = (page: number) => directory.listGroups(toPageInput({}, page));
  for await (const { id, name } of listRows(await read(0), read)) names.set(id, name);
  return names;
}
