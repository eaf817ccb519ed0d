import { and, gt, sql } from "drizzle-orm";
import type { ForecastModel } from "../engine/forecast.ts";
import { anyOf } from "./any-of.ts";
import { toBuffer } from "./binary-columns.ts";
import { forecastModels } from "./schema-series.ts";
import type { Db } from "./store.ts";

const CHUNK = 2_000;

/** Forecast models by location, and those outdated by late reports. */
interface Profiles {
  learned: Map<string, ForecastModel>;
  outdated: Set<string>;
}

/**
 * The training state of these locations; locations without one are omitted. Read without drizzle's
 * mapping in one packed column, because every control reads a whole fleet. `newModels` makes memory for
 * so many models, each in one piece.
 */
export async function loadForecastModels(
  db: Db,
  locationIds: readonly string[],
  newModels: (count: number) => ForecastModel[],
): Promise<Profiles> {
  const learned = new Map<string, ForecastModel>();
  const outdated = new Set<string>();
  for (let i = 0; i < locationIds.length; i += CHUNK) {
    const ids = sql.param(locationIds.slice(i, i + CHUNK));
    const { rows } = await db.execute<ProfileRow>(sql`
      select location_id as id, until, outdated, pv || load || parameters as packed
      from ${forecastModels} where location_id = any(${ids})`);
    const memory = newModels(rows.length);
    for (const [n, row] of rows.entries()) {
      learned.set(row.id, unpack(row, memory[n]!));
      if (row.outdated) outdated.add(row.id);
    }
  }
  return { learned, outdated };
}

interface ProfileRow extends Record<string, unknown> {
  id: string;
  until: Date;
  outdated: boolean;
  packed: Buffer;
}

/** The model in a row, in `memory` unless its method has another number of parameters. */
function unpack({ until, packed }: ProfileRow, memory: ForecastModel): ForecastModel {
  const isCurrent = packed.length === memory.numbers.byteLength;
  const numbers = isCurrent ? memory.numbers : new Float32Array(packed.length / 4);
  toBuffer(numbers).set(packed);
  const untilMs = new Date(until).getTime();
  return isCurrent ? Object.assign(memory, { untilMs }) : { untilMs, numbers };
}

/**
 * Replaces the forecast models of these locations; packed, because each quarter-hour trains all. Only
 * those of `rebuilt`, which were trained anew, are not outdated any more.
 * Returns the transactions that did it.
 */
export async function saveForecastModels(
  db: Db,
  learned: ReadonlyMap<string, ForecastModel>,
  rebuilt: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const rows = [...learned];
  const transactions = new Set<string>();
  for (let i = 0; i < rows.length; i += CHUNK)
    transactions.add(await savePacked(db, rows.slice(i, i + CHUNK), rebuilt));
  return transactions;
}

/** Bytes of the typical values of a day. */
const DAY_BYTES = 4 * 96;

async function savePacked(
  db: Db,
  rows: readonly [string, ForecastModel][],
  rebuilt: readonly string[],
): Promise<string> {
  const models = rows.map(([, model]) => model);
  const ids = sql.param(rows.map(([id]) => id).join(","));
  const until = sql.param(models.map(({ untilMs }) => untilMs));
  const packed = Buffer.concat(models.map(({ numbers }) => toBuffer(numbers)));
  const { byteLength } = models[0]!.numbers;
  const slice = (from: number, bytes: number) =>
    sql`substr(numbers, (n::int - 1) * ${byteLength}::int + ${from + 1}::int, ${bytes}::int)`;
  const { rows: saved } = await db.execute<{ transaction: string }>(sql`
    with saved as (insert into ${forecastModels} (location_id, until, pv, load, parameters)
    select location_id, to_timestamp(until / 1000), ${slice(0, DAY_BYTES)},
      ${slice(DAY_BYTES, DAY_BYTES)}, ${slice(2 * DAY_BYTES, byteLength - 2 * DAY_BYTES)}
    from (select ${packed}::bytea as numbers) as packed,
      unnest(string_to_array(${ids}, ','), ${until}::float8[]) with ordinality
        as v(location_id, until, n)
    on conflict (location_id) do update set until = excluded.until, pv = excluded.pv,
      load = excluded.load, parameters = excluded.parameters,
      outdated = forecast_models.outdated and not ${anyOf(forecastModels.locationId, rebuilt)}
      returning 1)
    select pg_current_xact_id()::text as transaction, count(*) from saved`);
  return saved[0]!.transaction;
}

/** Marks models trained beyond this moment as outdated, so that they are retrained. */
export const outdateProfiles = async (
  db: Db,
  locationIds: readonly string[],
  afterMs: number,
): Promise<void> =>
  void (await db
    .update(forecastModels)
    .set({ outdated: true })
    .where(
      and(
        gt(forecastModels.until, new Date(afterMs)),
        anyOf(forecastModels.locationId, locationIds),
      ),
    ));

/** Of these locations, those with an outdated model. */
export async function readOutdated(
  db: Db,
  locationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { locationId, outdated } = forecastModels;
  const rows = await db
    .select({ id: locationId })
    .from(forecastModels)
    .where(and(outdated, anyOf(locationId, locationIds)));
  return new Set(rows.map(({ id }) => id));
}
