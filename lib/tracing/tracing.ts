import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@opentelemetry/api";

/** Whether the standard variables name a collector of spans. */
export function isTracingConfigured(): boolean {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } =
    process.env;
  const isDisabled = OTEL_SDK_DISABLED?.toLowerCase() === "true";
  return !isDisabled && Boolean(OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

const getTracer = () => trace.getTracer("curtail");

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
}

/**
 * Runs something in a span that is part of the active trace; without one, just runs it. Attributes
 * name nobody: no addresses, names or values of people.
 */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  run: () => Promise<T>,
): Promise<T> {
  if (!trace.getActiveSpan()) return run();
  return getTracer().startActiveSpan(name, options, (span) => endAfter(span, run));
}

/** Runs something in the span of a received request, which continues the caller's trace. */
export function inServerSpan<T>(
  headers: Headers,
  name: string,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(context.active(), Object.fromEntries(headers));
  const options = { kind: SpanKind.SERVER };
  return getTracer().startActiveSpan(name, options, parent, (span) =>
    endAfter(span, () => run(span)),
  );
}

async function endAfter<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    setFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed, with the kind of the error: its message may contain values. */
export function setFailed(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The headers that pass the active trace on (`traceparent`); none without one. */
export function getTraceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The ids of the active span for a line of the log; none without one. */
export function getTraceIds(): { trace_id?: string; span_id?: string } {
  const active = trace.getActiveSpan()?.spanContext();
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {};
}

/** Adds the id of the request to the active span. */
export const setRequestId = (requestId: string): void =>
  void trace.getActiveSpan()?.setAttribute("curtail.request_id", requestId);

export { SpanKind };
