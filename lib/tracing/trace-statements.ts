import { trace, SpanKind } from "@opentelemetry/api";
import type pg from "pg";
import { isTracingConfigured, setFailed } from "./tracing.ts";

type Query = (...given: unknown[]) => unknown;
type Done = (error: unknown, ...rest: unknown[]) => void;

/**
 * Makes a connection report a span for each statement within a trace. Values are parameters and
 * are not reported.
 */
export function traceStatements(client: pg.ClientBase): void {
  if (!isTracingConfigured()) return;
  const send = client.query.bind(client) as Query;
  const query: Query = (...given) => {
    if (!trace.getActiveSpan()) return send(...given);
    const text = getText(given[0]);
    const attributes = { "db.system.name": "postgresql", "db.query.text": text };
    const options = { kind: SpanKind.CLIENT, attributes };
    const span = trace.getTracer("curtail").startSpan(getName(text), options);
    const end = (error?: unknown) => {
      if (error) setFailed(span, error);
      span.end();
    };
    const done = given.at(-1);
    if (typeof done === "function") {
      const ended: Done = (error, ...rest) => {
        end(error);
        (done as Done)(error, ...rest);
      };
      return send(...given.slice(0, -1), ended);
    }
    const answer = send(...given);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  };
  client.query = query as typeof client.query;
}

const getText = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown }).text ?? "");

/** The command and the first table of a statement: `SELECT controls`. */
function getName(text: string): string {
  const command = /\w+/.exec(text)?.[0].toUpperCase() ?? "SQL";
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text)?.[1];
  return table ? `${command} ${table}` : command;
}
