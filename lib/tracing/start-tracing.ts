import type { SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { isTracingConfigured } from "./tracing.ts";

/** The names of a CommonJS package, which a bundle has only below its default. */
const namesOf = <T extends object>(loaded: T & { default?: T }): T => loaded.default ?? loaded;

/**
 * Exports spans by OTLP over HTTP if the standard variables name a collector; see
 * docs/reference/configuration.md. Those of the SDK (`OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_TRACES_SAMPLER`, `OTEL_RESOURCE_ATTRIBUTES` and others) apply too.
 * @returns what sends the last spans before the end
 */
export async function startTracing(program: string): Promise<() => Promise<void>> {
  if (!isTracingConfigured()) return async () => {};
  const [sdk, resources, exporter] = await Promise.all([
    import("@opentelemetry/sdk-trace-node").then(namesOf),
    import("@opentelemetry/resources").then(namesOf),
    openExporter(process.env.OTEL_EXPORTER_OTLP_PROTOCOL),
  ]);
  const named = resources.resourceFromAttributes({ "service.name": program });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    spanProcessors: [withoutQueries, new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}

/** Attributes of Next.js that contain the address of a request. */
const ADDRESSES = ["http.target", "http.url", "url.full", "url.query", "next.span_name"];

/** Removes queries from addresses: people search for names. */
const withoutQueries: SpanProcessor = {
  onStart: () => {},
  onEnd: ({ attributes }) => {
    for (const name of ADDRESSES) {
      const address = attributes[name];
      if (typeof address === "string") attributes[name] = address.replace(/\?.*$/s, "");
    }
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};

async function openExporter(protocol: string | undefined): Promise<SpanExporter> {
  const library = await (protocol === "http/json"
    ? import("@opentelemetry/exporter-trace-otlp-http")
    : import("@opentelemetry/exporter-trace-otlp-proto"));
  return new (namesOf(library).OTLPTraceExporter)();
}
