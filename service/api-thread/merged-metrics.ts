import { AggregatorRegistry, type Registry } from "prom-client";
import type { MetricsText } from "../../lib/metrics/metrics-port.ts";
import type { MetricValues } from "./thread-messages.ts";

/** The metrics of the process and of its thread of the API; equal ones are added up. */
export const mergeMetrics = (
  registry: Registry,
  thread: { collect(): Promise<MetricValues> },
): MetricsText => ({
  contentType: registry.contentType,
  metrics: async () => {
    const collected = await Promise.all([registry.getMetricsAsJSON(), thread.collect()]);
    // prom-client leaves out or averages some of its own metrics, which only one of both has here.
    const added = collected.map((values) =>
      values.map((metric) => Object.assign(metric, { aggregator: "sum" as const })),
    );
    return AggregatorRegistry.aggregate(added as never[]).metrics();
  },
});
