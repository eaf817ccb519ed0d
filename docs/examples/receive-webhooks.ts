// Receives webhooks: verifies the signature, and takes each event once.
//
//     npm install standardwebhooks tsx
//     WEBHOOK_SECRET=whsec_… PORT=8080 npx tsx receive-webhooks.ts
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

/** An event: CloudEvents 1.0. */
interface CurtailEvent {
  id: string;
  type: string;
  subject: string;
  time: string;
  data: unknown;
}

const MAX_BODY = 1024 * 1024;
const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
/** Use a table with a unique column, so that a restart does not forget. */
const received = new Set<string>();

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > MAX_BODY) throw new Error("The body is too large.");
  }
  return body;
}

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request);
    webhook.verify(body, request.headers as Record<string, string>);
    const event = JSON.parse(body) as CurtailEvent;
    if (!received.has(event.id)) {
      received.add(event.id);
      console.log(event.type, event.subject);
    }
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end();
  }
});

server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
  console.log(`listening on ${(server.address() as AddressInfo).port}`),
);
