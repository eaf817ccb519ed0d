import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** Metrics in the text format of Prometheus. */
export type MetricsText = Pick<Registry, "metrics" | "contentType">;

/** A port that serves metrics only. */
export interface MetricsPort {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves metrics at `GET /metrics` on a separate port in the text format of Prometheus. There is no
 * authentication: the host determines who can reach it.
 * @throws Error when the port cannot be opened
 */
export async function openMetricsPort(
  registry: MetricsText,
  { host, port }: { host: string; port: number },
): Promise<MetricsPort> {
  const server = createServer((request, response) => {
    const requested = `${request.method} ${request.url?.split("?")[0]}`;
    const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
    if (requested !== "GET /metrics") return void response.writeHead(404, headers).end();
    registry.metrics().then(
      (text) => {
        response.writeHead(200, { ...headers, "Content-Type": registry.contentType }).end(text);
      },
      () => void response.writeHead(500, headers).end(),
    );
  });
  await listening(server, host, port);
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
