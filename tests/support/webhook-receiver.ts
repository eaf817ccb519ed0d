import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { Webhook } from "standardwebhooks";

/** An event as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; subject: string; time: string; data: Record<string, unknown> };
}

/** How a receiver answers a request; by default with 204. */
type Answer = (received: Received, response: ServerResponse) => void;

/** An endpoint on this machine that stores what arrives. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: Answer = (_, response) => void response.writeHead(204).end();
  private server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, body, event: JSON.parse(body) };
      this.received.push(received);
      this.answer(received, response);
    });
  });
  port = 0;

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await receiver.listen();
    onTestFinished(() => receiver.stop());
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`;
  }

  /** Listens, on the port of before if it had one. */
  async listen(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(this.port, "127.0.0.1", done));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done));
    this.server.closeAllConnections();
    await closed;
  }

  types(): string[] {
    return this.received.map(({ event }) => event.type);
  }
}

/** Verifies a signature as a receiver does, at the time of the signature. @throws Error if it is wrong */
export function verify({ body, headers }: Received, secret: string): void {
  const signedAt = Number(headers["webhook-timestamp"]);
  const now = Date.now;
  Date.now = () => signedAt * 1000;
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = now;
  }
}
