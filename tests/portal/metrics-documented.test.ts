import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { portalMetrics, watchPortal } from "../../lib/portal/context/metrics.ts";
import { SERVICE_PREFIX, serviceMetrics } from "../../service/metrics/metrics.ts";
import { threadMetrics } from "../../service/metrics/request-metrics.ts";

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
  const thread = threadMetrics(SERVICE_PREFIX, { requests: pool }).registry;
  const all = [thread, service, portalMetrics().registry, watched].flatMap((one) =>
    one.getMetricsAsArray(),
  );
  const told = all.map((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
    return { name, kind: metric.constructor.name.toLowerCase(), labels: labelNames.join(", ") };
  });
  // Both threads of the service have some of the same metrics, which are added up.
  return [...new Map(told.map((one) => [one.name, one])).values()];
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

/** Of both programs; prom-client's own have their usual names. */
const isOurs = ({ name }: Told) => name.startsWith("curtail_");

test("the tables of docs/reference/metrics.md are the metrics of the code, with their labels", () => {
  expect(inTables().sort(byName)).toEqual(inCode().filter(isOurs).sort(byName));
});

test("the process metrics of docs/reference/metrics.md are prom-client's", () => {
  const named = [...read("metrics.md").matchAll(/^\| `((?:process|nodejs)_\w+)`\s*\| (\w+)/gm)];
  const kinds = new Map(inCode().map(({ name, kind }) => [name, kind]));
  expect(named.length).toBeGreaterThan(3);
  for (const [, name, kind] of named) expect([name, kinds.get(name!)]).toEqual([name, kind]);
});

/** The metric names of an expression in PromQL. */
const metricsIn = (expression: string) =>
  expression.match(/\b(?:curtail|process|nodejs)_\w+/g) ?? [];

const isThere = spawnSync("promtool", ["--version"]).status === 0;
if (!isThere) console.warn("\nLEFT OUT: the alert rules in Prometheus; there is no promtool.\n");

/** Runs promtool on files. @throws Error with what it says unless it accepts them */
function promtool(command: string[], files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "curtail-promtool-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return execFileSync("promtool", command, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const expressions = (): [string, string][] => {
  const { groups } = parse(read("alerts.yaml")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: Panel[] };
  return [
    ...groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr }): [string, string] => [alert, expr]),
    ),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }): [string, string] => [title, expr]),
    ),
  ];
};

test("the alert rules and the dashboard use existing metrics", () => {
  const names = new Set(
    inCode().flatMap(({ name, kind }) =>
      kind === "histogram" ? ["count", "sum", "bucket"].map((end) => `${name}_${end}`) : [name],
    ),
  );
  expect(expressions().length).toBeGreaterThan(40);
  for (const [title, expression] of expressions()) {
    const used = metricsIn(expression);
    expect([title, used.length > 0, used.filter((name) => !names.has(name))]).toEqual([
      title,
      true,
      [],
    ]);
  }
});

test("every metric of ours is on the dashboard", () => {
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: Panel[] };
  const used = new Set(
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  );
  const left = inCode()
    .filter(isOurs)
    .filter(({ name }) => ![name, `${name}_count`, `${name}_bucket`].some((one) => used.has(one)));
  expect(
    left.map(({ name }) => name),
    "add a panel to docs/reference/grafana-dashboard.json",
  ).toEqual([]);
});

test.runIf(isThere)("Prometheus loads the alert rules and every query of the dashboard", () => {
  const said = promtool(["check", "rules", "alerts.yaml"], { "alerts.yaml": read("alerts.yaml") });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
  const rules = expressions().map(([, expr], n) => ({
    record: `curtail:query_${n}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const file = JSON.stringify({ groups: [{ name: "dashboard", rules }] });
  promtool(["check", "rules", "dashboard.yaml"], { "dashboard.yaml": file });
});

test.runIf(isThere)(
  "the alerts fire when setpoints, clocks, rules or the event loop are wrong or late, and not before",
  () => {
    const series = (name: string, values: string) => ({ series: name, values });
    const fires = (alertname: string, eval_time: string, labels: object | null) => ({
      eval_time,
      alertname,
      exp_alerts: labels ? [{ exp_labels: labels }] : [],
    });
    const late = 'nodejs_eventloop_lag_p99_seconds{job="curtail",instance="a"}';
    const refused =
      'curtail_service_messages_refused_total{kind="measurement",reason="future",instance="a"}';
    const unitTest = {
      rule_files: ["alerts.yaml"],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: [
            series("curtail_service_outbox_age_seconds", "0 0 0 130 190 250 310"),
            series('curtail_service_setpoints{state="failed"}', "1x10 20x10"),
            series('curtail_service_setpoints{state="answered"}', "99x20"),
            series(late, "0.01x3 2x12"),
            series('curtail_service_clock_behind_seconds{instance="a"}', "0.1x5 -3x14"),
            series(refused, "0+2x5 10+10x14"),
            series('curtail_service_rule_evaluation_age_seconds{instance="a"}', "0+60x19"),
            series(
              'curtail_service_rule_evaluation_age_seconds{instance="b"}',
              "NaN ".repeat(20).trim(),
            ),
          ],
          alert_rule_test: [
            fires("CurtailSetpointsWait", "2m", null),
            fires("CurtailSetpointsWait", "5m", {}),
            fires("CurtailSetpointsFail", "10m", null),
            fires("CurtailSetpointsFail", "17m", {}),
            fires("CurtailClockWrong", "5m", null),
            fires("CurtailClockWrong", "8m", { instance: "a" }),
            fires("CurtailMeasurementsInFuture", "6m", null),
            fires("CurtailMeasurementsInFuture", "19m", {}),
            fires("CurtailRulesLate", "5m", null),
            fires("CurtailRulesLate", "9m", {}),
            fires("CurtailSlow", "6m", null),
            fires("CurtailSlow", "10m", { job: "curtail", instance: "a" }),
          ],
        },
      ],
    };
    // The summaries are the alerts' own.
    const { groups } = parse(read("alerts.yaml")) as {
      groups: { rules: { alert: string; annotations: object }[] }[];
    };
    const annotations = new Map(
      groups.flatMap(({ rules }) => rules.map((one) => [one.alert, one.annotations])),
    );
    for (const one of unitTest.tests[0]!.alert_rule_test)
      for (const alert of one.exp_alerts)
        Object.assign(alert, { exp_annotations: annotations.get(one.alertname) });
    const files = { "alerts.yaml": read("alerts.yaml"), "test.yaml": JSON.stringify(unitTest) };
    expect(promtool(["test", "rules", "test.yaml"], files)).toContain("SUCCESS");
  },
);
