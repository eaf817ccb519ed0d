import { Counter, Gauge, type Registry } from "prom-client";
import { refusalReasons, type RefusalReason } from "../gateway/mqtt/parse-message.ts";
import { reportKinds, type ReportKind } from "../gateway/mqtt/topics.ts";

/** What the gateway of devices reports. */
export interface GatewayMetrics {
  /** A message of a device was refused. */
  messageRefused(kind: ReportKind, reason: RefusalReason): void;
}

/** Metrics of messages of devices, and of the clock that they are compared with. */
export function gatewayMetrics(
  registry: Registry,
  prefix: string,
  getClockBehind: () => number,
): GatewayMetrics {
  const registers = [registry];
  new Gauge({
    name: `${prefix}_clock_behind_seconds`,
    help: "By how much this clock is behind PostgreSQL's; negative ahead, NaN while it is away.",
    registers,
    collect() {
      this.set(getClockBehind());
    },
  });
  const refused = new Counter({
    name: `${prefix}_messages_refused_total`,
    help: "Messages of devices that were refused, and so lost, by kind and reason.",
    labelNames: ["kind", "reason"],
    registers,
  });
  for (const kind of reportKinds)
    for (const reason of refusalReasons) refused.inc({ kind, reason }, 0);
  return { messageRefused: (kind, reason) => refused.inc({ kind, reason }) };
}
