import { readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { portalMetrics, watchPortal } from "../../lib/portal/context/metrics.ts";
import { serviceMetrics } from "../../service/metrics/metrics.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), "utf8");
const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };

interface Told {
  name: string;
  kind: string;
  labels: string;
}

/** The metrics that the code registers, in the form of the table. */
function inCode(): Told[] {
  const watched = new Registry();
  const openSessions = async () => ({ staff: 0, customer: 0 });
  watchPortal(watched, { pool, unavailableSince: () => null, openSessions });
  const service = serviceMetrics(null as never, { requests: pool }, Date.now).registry;
  const all = [service, portalMetrics().registry, watched].flatMap((one) =>
    one.getMetricsAsArray(),
  );
  return all.map((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
    return { name, kind: metric.constructor.name.toLowerCase(), labels: labelNames.join(", ") };
  });
}

const inTables = (): Told[] =>
  [...read("metrics.md").matchAll(/^\| `(curtail_\w+)`\s*\| (\w+)\s*\|([^|]*)\|/gm)].map(
    ([, name, kind, labels]) => ({
      name: name!,
      kind: kind!,
      labels: labels!.replace(/[`]/g, "").trim(),
    }),
  );

const byName = (one: Told, other: Told) => one.name.localeCompare(other.name);

test("the tables of docs/reference/metrics.md are the metrics of the code, with their labels", () => {
  expect(inTables().sort(byName)).toEqual(inCode().sort(byName));
});

test("the example alert rules use existing metrics", () => {
  const { groups } = parse(read("alerts.yaml")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const names = new Set(
    inCode().flatMap(({ name, kind }) => (kind === "histogram" ? [`${name}_count`] : [name])),
  );
  const rules = groups.flatMap(({ rules }) => rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, expr } of rules) {
    const asked = expr.match(/curtail_\w+/g) ?? [];
    expect([alert, asked.length > 0, asked.filter((name) => !names.has(name))]).toEqual([
      alert,
      true,
      [],
    ]);
  }
});
