import { createHash } from "node:crypto";
import type {
  MissingInput,
  StatementControl,
  StatementGroup,
  StatementRow,
  StatementTotals,
} from "../../lib/contract/index.ts";
import { floorQuarter } from "../../lib/time/amsterdam.ts";
import { getMonthSpan } from "../../lib/time/month.ts";
import { roundToCent } from "../engine/statement.ts";
import { readPlannedEnergies, type PlannedEnergies } from "./planned-energies.ts";
import type { ControlRow } from "../store/control-list.ts";
import { readRecordedUntil } from "../store/partitions.ts";
import { countEffects, readStatementControls, type StatementSubject } from "../store/statements.ts";
import { ping, type Db } from "../store/store.ts";
import { getRunParts } from "./delivery-report.ts";
import { readNewerEnergies } from "./newer-controls.ts";
import { sumStatement, toEnergies, toSideEur, type StatementFormat } from "./statement-sums.ts";
import { sumContractsInTurns } from "./contract-sums.ts";
import type { EnergyContext } from "./supplier-energy.ts";
import { isPartRecorded } from "./value-time.ts";
import { roundKwh, toEur } from "./value-amounts.ts";
import { getMissingNames } from "./value-missing.ts";
import { readInputs, settledAt, toValuePrice, valueParts } from "./value-report.ts";
import type { KnowledgeTime } from "./terms-table.ts";
import type { PriceVersion } from "../store/price-versions.ts";
import type { ValueInputs } from "./value-inputs.ts";
import { TransactionTurns } from "./transaction-turns.ts";
import type { Turns } from "./turns.ts";
import { toGroupRows, toLocationRows, type SummedRow } from "./statement-rows.ts";

/** Above this number of controls of locations, the rows of a zone are groups. */
const MAX_LOCATION_ROWS = 20_000;

/** What a statement says, without its versions. */
export interface StatementContent {
  controls: StatementControl[];
  rows: StatementRow[];
  rowsBy: "location" | "group";
  groups: StatementGroup[];
  totals: StatementTotals;
}

interface SummedControl {
  control: StatementControl;
  rows: SummedRow[];
  missing: MissingKeys;
}
/** What is missing, each with the customers, locations or intervals for which it is. */
type MissingKeys = Map<MissingInput, Set<string>>;

/** The format of statements that are computed now. */
export const LATEST_FORMAT: StatementFormat = 4;

/**
 * The statement of a month with what is known at `nowMs`.
 * @param format an earlier one, to compare it with a version that was stored in it
 */
export async function computeStatement(
  db: Db,
  subject: StatementSubject,
  nowMs: number,
  format = LATEST_FORMAT,
): Promise<StatementContent> {
  const { fromMs, toMs } = getMonthSpan(subject.month);
  const recordedMs = await readRecordedUntil(db, nowMs);
  const rows = await readStatementControls(db, subject, fromMs, toMs);
  const ids = rows.map(({ id }) => id);
  const isByGroup =
    subject.kind === "bidding_zone" && (await countEffects(db, ids)) > MAX_LOCATION_ROWS;
  const summed: SummedControl[] = [];
  // A statement is issued in a transaction.
  const turns = new TransactionTurns(() => ping(db));
  for (const row of rows) {
    const parts = getRunParts(row).filter(
      (part) => part.fromMs >= fromMs && part.fromMs < toMs && isPartRecorded(part, recordedMs),
    );
    if (parts.length === 0) continue;
    const customerId = subject.kind === "customer" ? subject.subjectId : undefined;
    const energies = await readPlannedEnergies(db, row, customerId);
    const inputs = await readInputs(db, row, energies);
    const newer = customerId === undefined ? await readNewerEnergies(db, row) : undefined;
    const context = { parts, energies, inputs, newer, nowMs, subject, format, turns };
    const found = await sumControl(row, context);
    summed.push(isByGroup ? { ...found, rows: await toGroupRows(found.rows, turns) } : found);
  }
  const content = toContent(summed, subject, isByGroup ? "group" : "location", format);
  return format === 1 ? { ...content, ...withoutBands(content) } : content;
}

interface ControlContext {
  parts: ReturnType<typeof getRunParts>;
  energies: PlannedEnergies[];
  inputs: ValueInputs;
  newer: EnergyContext["newer"];
  nowMs: number;
  subject: StatementSubject;
  format: StatementFormat;
  turns: Turns;
}

/** Of a large fleet it takes a second: requests have turns meanwhile. */
async function sumControl(row: ControlRow, context: ControlContext): Promise<SummedControl> {
  const { parts, inputs, newer, nowMs, subject, format, turns } = context;
  const energies = context.energies.toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1));
  const at = settledAt(nowMs);
  const sums = await sumContractsInTurns(energies, parts, "measured", { inputs, at }, turns);
  const isZone = subject.kind === "bidding_zone";
  const scope = { energies, parts, sums, basis: "measured" } as const;
  const values = isZone ? await valueParts(row, scope, { inputs, at, newer }, turns) : [];
  const energy = values.reduce<number | null>(
    (all, { energy: { amount } }) => (all === null || amount === null ? null : all + amount),
    0,
  );
  const missing: MissingKeys = new Map([
    ["terms", sums.customersWithoutTerms],
    ["measurements", sums.unmeasured],
    ["battery_throughput", sums.withoutThroughput],
    ["day_ahead_price", new Set([...sums.partsWithoutPrice].map((part) => `${row.id} ${part}`))],
  ]);
  for (const value of values)
    for (const name of getMissingNames(value, sums)) {
      const keys = missing.get(name) ?? new Set();
      missing.set(name, keys.add(`${row.id} ${value.part.index}`));
    }
  const prices = isZone
    ? values.flatMap(({ energy: { prices: used } }) => used)
    : getContractPrices(energies, parts, inputs, at);
  const energyEur =
    isZone && energy !== null ? toEur(format > 3 ? energy : roundToCent(energy)) : null;
  return {
    missing,
    rows: await toLocationRows(row, energies, sums, format, turns),
    control: {
      control_id: row.id,
      type: row.type as StatementControl["type"],
      time_from: new Date(parts[0]!.fromMs).toISOString(),
      time_to: new Date(parts.at(-1)!.toMs).toISOString(),
      formulas: [...new Set(values.map(({ energy: { formula } }) => formula))],
      uncertainty_kwh: roundKwh(sums.total.bandKwh),
      ...(format > 2 && { format: format as StatementControl["format"] }),
      energy_eur: energyEur,
      prices: prices.map((price) => ({
        time_from: new Date(price.ispStartMs).toISOString(),
        ...toValuePrice(price),
      })),
      missing: countMissing(missing),
    },
  };
}

/** The day-ahead prices that the contracts of a customer follow. */
const getContractPrices = (
  energies: readonly PlannedEnergies[],
  parts: ControlContext["parts"],
  inputs: ValueInputs,
  at: KnowledgeTime,
): PriceVersion[] =>
  parts.flatMap(({ fromMs }) => {
    const found = energies.flatMap(
      (location) => inputs.getContractDayAhead(location, floorQuarter(fromMs), at) ?? [],
    );
    return found.slice(0, 1);
  });

const countMissing = (missing: MissingKeys): { what: MissingInput; count: number }[] =>
  [...missing].flatMap(([what, { size: count }]) => (count > 0 ? [{ what, count }] : []));

function toContent(
  summed: readonly SummedControl[],
  { kind }: StatementSubject,
  rowsBy: StatementContent["rowsBy"],
  format: StatementFormat,
): StatementContent {
  const isZone = kind === "bidding_zone";
  const missing: MissingKeys = new Map();
  for (const one of summed)
    for (const [what, keys] of one.missing)
      missing.set(what, new Set([...(missing.get(what) ?? []), ...keys]));
  const controls = summed.map(({ control }) => control);
  const rows = summed.flatMap(({ control, rows: own }) =>
    own.map((row) => ({
      control_id: control.control_id,
      location_id: row.locationId,
      customer_id: row.customerId,
      group_id: row.groupId,
      ...toEnergies(row.sum),
      uncertainty_kwh: row.bandKwh,
      customers: toSideEur(row.sum.customer, row.sum.isIncomplete, format),
      supplier: isZone ? toSideEur(row.sum.supplier, row.sum.isIncomplete, format) : null,
      missing: [...row.missing],
    })),
  );
  const { groups, totals } = sumStatement(controls, rows, { isZone, format });
  return {
    rowsBy,
    controls,
    rows,
    groups,
    totals: { ...totals, missing: countMissing(missing) },
  };
}

type Lines = Pick<StatementContent, "controls" | "rows">;

const withoutBands = ({ controls, rows }: Lines): Lines => ({
  controls: controls.map(({ uncertainty_kwh: _band, ...control }) => control),
  rows: rows.map(({ uncertainty_kwh: _band, ...row }) => row),
});

/** The canonical rows of a statement: each control and then each row as JSON, a line each. */
export const toCanonicalLines = ({ controls, rows }: Lines): string =>
  [...controls, ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");

/** The SHA-256 of canonical rows, in hexadecimal. */
export const hashLines = (lines: string): string =>
  createHash("sha256").update(lines, "utf8").digest("hex");
