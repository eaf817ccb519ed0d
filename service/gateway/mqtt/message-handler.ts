import type { DoneCallback, IPublishPacket } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import { readReport } from "./parse-message.ts";
import { readTopic, type ReportKind } from "./topics.ts";
import type { WaitingReports } from "./message-buffer.ts";

/**
 * Takes what the broker delivers. A message is acknowledged once it waits in memory, or was refused
 * as malformed. When too much waits, messages are left unacknowledged until the next connection,
 * on which the broker sends them again, in order; the connection itself goes on carrying setpoints.
 */
export class ReportIntake {
  private refusing = false;

  constructor(
    private readonly prefix: string,
    private readonly waiting: WaitingReports,
    private readonly now: () => number,
    private readonly log: GatewayLog,
  ) {}

  /** Whether a new connection would bring what was left unacknowledged. */
  get mayResume(): boolean {
    return this.refusing && !this.waiting.isFull;
  }

  resume(): void {
    this.refusing = false;
  }

  /** For `MqttClient.handleMessage`: `done` acknowledges, with an error it does not. */
  take(packet: IPublishPacket, done: DoneCallback): void {
    const isPresence = readTopic(this.prefix, packet.topic)?.kind === "presence";
    if (!isPresence && (this.refusing || this.waiting.isFull)) this.leave(done);
    else {
      this.accept(packet);
      done();
    }
  }

  private leave(done: DoneCallback): void {
    if (!this.refusing) {
      this.log.warn({ waiting: this.waiting.count }, "Too many reports wait; leaving the rest");
    }
    this.refusing = true;
    done(new Error("too many reports wait"));
  }

  private accept({ topic, payload, retain }: IPublishPacket): void {
    const about = readTopic(this.prefix, topic);
    if (!about || about.kind === "setpoint") {
      this.log.warn({ topic, field: "" }, "Refused a message on a topic that is not a location's");
      return;
    }
    const { locationId } = about;
    const kind: ReportKind = about.kind;
    if (payload.length === 0 && kind === "presence") return;
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const read = readReport({ kind, locationId, payload: bytes, retained: retain }, this.now());
    if (read.ok) this.waiting.add(read.reports);
    else this.log.warn({ topic, ...read.fault }, `Refused a message: ${formatFault(read.fault)}`);
  }
}

const formatFault = ({ field, detail }: { field: string; detail: string }) =>
  field === "" ? `the payload ${detail}` : `${field} ${detail}`;
