import type { DoneCallback, IPublishPacket } from "mqtt";
import type { GatewayLog } from "./limited-log.ts";
import { readReport } from "./parse-message.ts";
import { readTopic, type ReportKind } from "./topics.ts";
import type { WaitingReports } from "./message-buffer.ts";

/**
 * Handles messages from the broker. A message is acknowledged once it is buffered, or rejected as
 * malformed. When the buffer is full, messages stay unacknowledged until the next connection, on
 * which the broker sends them again in order. The connection still carries setpoints.
 */
export class ReportIntake {
  private refusing = false;

  constructor(
    private readonly prefix: string,
    private readonly waiting: WaitingReports,
    private readonly now: () => number,
    private readonly log: GatewayLog,
  ) {}

  /** Whether a reconnect would deliver the unacknowledged messages. */
  get mayResume(): boolean {
    return this.refusing && !this.waiting.isFull;
  }

  resume(): void {
    this.refusing = false;
  }

  /** For `MqttClient.handleMessage`: `done` acknowledges the message; `done(error)` does not. */
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
      this.log.warn(
        { waiting: this.waiting.count },
        "The report buffer is full; leaving further messages unacknowledged",
      );
    }
    this.refusing = true;
    done(new Error("the report buffer is full"));
  }

  private accept({ topic, payload, retain }: IPublishPacket): void {
    const about = readTopic(this.prefix, topic);
    if (!about || about.kind === "setpoint") {
      this.log.warn({ topic, field: "" }, "Rejected a message on a topic of no location");
      return;
    }
    const { locationId } = about;
    const kind: ReportKind = about.kind;
    if (payload.length === 0 && kind === "presence") return;
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const read = readReport({ kind, locationId, payload: bytes, retained: retain }, this.now());
    if (read.ok) this.waiting.add(read.reports);
    else this.log.warn({ topic, ...read.fault }, `Rejected a message: ${formatFault(read.fault)}`);
  }
}

const formatFault = ({ field, detail }: { field: string; detail: string }) =>
  field === "" ? `the payload ${detail}` : `${field} ${detail}`;
