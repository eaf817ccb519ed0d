import { connect } from "node:net";
import { runLimited } from "../../lib/run-limited.ts";
import { request as open, type IncomingHttpHeaders } from "node:http";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a path exactly as written: nothing is decoded, merged or removed. */
export function rawRequest(
  origin: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = open({ hostname, port, path, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Runs a check for each, eight at a time. */
export const forEach = <T>(all: readonly T[], check: (one: T) => Promise<void>) =>
  runLimited(all, 8, check);

const SILENT_MS = 500;

/**
 * Requests an upgrade at a path; returns the response up to its end or half a second of silence.
 */
export function upgradeRequest(origin: string, target: string): Promise<string> {
  const { hostname, port, host } = new URL(origin);
  const lines = [
    `GET ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
  ];
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join("\r\n")}\r\n\r\n`),
    );
    socket.setTimeout(SILENT_MS, () => socket.destroy());
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
  });
}
