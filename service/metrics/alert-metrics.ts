import { Counter, type Registry } from "prom-client";
import { alertKinds, type AlertKind } from "../../lib/contract/index.ts";

/** What the job of alerts reports. */
export interface AlertMetrics {
  raised(kind: AlertKind): void;
  resolved(kind: AlertKind): void;
}

/** Metrics of alerts, for the instance that evaluates them. */
export function alertMetrics(registry: Registry, prefix: string): AlertMetrics {
  const alerts = new Counter({
    name: `${prefix}_alerts_total`,
    help: "Alerts that this instance raised or resolved, by kind.",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  for (const kind of alertKinds)
    for (const outcome of ["raised", "resolved"]) alerts.inc({ kind, outcome }, 0);
  return {
    raised: (kind) => alerts.inc({ kind, outcome: "raised" }),
    resolved: (kind) => alerts.inc({ kind, outcome: "resolved" }),
  };
}
