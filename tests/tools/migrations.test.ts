import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateDrizzleJson } from "drizzle-kit/api";
import { describe, expect, test } from "vitest";
import * as portal from "../../lib/portal/db/schema.ts";
import * as portalNotices from "../../lib/portal/db/schema-notices.ts";
import * as portalAlerts from "../../lib/portal/db/schema-alerts.ts";
import * as portalTemplates from "../../lib/portal/db/schema-templates.ts";
import * as portalViews from "../../lib/portal/db/schema-views.ts";
import * as alerts from "../../service/store/schema-alerts.ts";
import * as calls from "../../service/store/schema-calls.ts";
import * as controls from "../../service/store/schema-controls.ts";
import * as guard from "../../service/store/schema-guard.ts";
import * as preferences from "../../service/store/schema-preferences.ts";
import * as prices from "../../service/store/schema-prices.ts";
import * as rules from "../../service/store/schema-rules.ts";
import * as rotation from "../../service/store/schema-rotation.ts";
import * as statements from "../../service/store/schema-statements.ts";
import * as series from "../../service/store/schema-series.ts";
import * as terms from "../../service/store/schema-terms.ts";
import * as weather from "../../service/store/schema-weather.ts";
import * as webhooks from "../../service/store/schema-webhooks.ts";
import * as master from "../../service/store/schema.ts";

interface Snapshot {
  id: string;
  prevId: string;
  tables: object;
}

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));

describe.each([
  [
    "portal",
    here("lib/portal/db/migrations"),
    { ...portal, ...portalNotices, ...portalAlerts, ...portalTemplates, ...portalViews },
  ],
  [
    "service",
    here("service/store/migrations"),
    {
      ...master,
      ...controls,
      ...series,
      ...weather,
      ...prices,
      ...rules,
      ...terms,
      ...preferences,
      ...rotation,
      ...guard,
      ...calls,
      ...webhooks,
      ...statements,
      ...alerts,
    },
  ],
])("the migrations of the %s", (_, folder, schema) => {
  const { entries } = read<{ entries: { idx: number; when: number; tag: string }[] }>(
    `${folder}/meta/_journal.json`,
  );
  const snapshots = entries.map(({ tag }) =>
    read<Snapshot>(`${folder}/meta/${tag.slice(0, 4)}_snapshot.json`),
  );

  test("are applied in numerical order, and none is omitted", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
    expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, index) => index));
    const moments = entries.map(({ when }) => when);
    expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
  });

  test("have a snapshot each that follows the one before", () => {
    expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(
      snapshots.slice(0, -1).map(({ id }) => id),
    );
  });

  test("result in the tables that the code reads and writes", () => {
    const { tables } = generateDrizzleJson(schema);
    expect(snapshots.at(-1)!.tables).toEqual(JSON.parse(JSON.stringify(tables)));
  });
});
