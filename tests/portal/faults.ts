import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { API_KEY, type FakeService } from "./fake-service.ts";

/** The behaviour of a service after it has read a request. */
type Fault = (socket: Socket) => void;

const answer = (status: string, headers: string[], body: string | Buffer = "") =>
  Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n")),
    Buffer.from(body),
  ]);
const JSON_TYPE = "Content-Type: application/json";
const sized = (body: string | Buffer) => `Content-Length: ${Buffer.byteLength(body)}`;
const whole = (status: string, body: string, ...headers: string[]) =>
  answer(status, [JSON_TYPE, sized(body), ...headers], body);

/** Text of the service that must never be passed on. */
export const INNER = "inner words at /srv/app.js";

const says =
  (status: string, ...headers: string[]): Fault =>
  (socket) =>
    socket.write(whole(status, JSON.stringify({ message: INNER, key: API_KEY }), ...headers));

const nothingDone = {
  type: "about:blank",
  title: INNER,
  status: 503,
  detail: INNER,
  code: "nothing-done",
  request_id: "theirs",
};

const json =
  (body: string): Fault =>
  (socket) =>
    socket.write(whole("200 OK", body));

const listOf = (things: string) => `{"data":[${things}{}]}`;

/** Writes chunks as long as the reader accepts them, up to a maximum. */
function pour(socket: Socket, piece: Buffer, count: number): void {
  let left = count;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(piece)) return void socket.once("drain", more);
    }
  };
  more();
}

const chunked = (piece: Buffer) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
const MIB = 1024 * 1024;
const spaces = Buffer.alloc(MIB, " ");

/** 300 MB of spaces in 300 kB. */
const packed = Buffer.concat(Array.from({ length: 300 }, () => gzipSync(spaces)));

/** Each fault by its name in docs/reference/upstream-errors.md. */
export const faults: Record<string, Fault> = {
  "hangs before the headers": () => undefined,
  "hangs in the middle of the body": (socket) =>
    socket.write(answer("200 OK", [JSON_TYPE, "Content-Length: 500"], '{"data":[')),
  "sends one byte at a time": (socket) => {
    socket.write(answer("200 OK", [JSON_TYPE, "Content-Length: 100000"]));
    const timer = setInterval(() => socket.write(" "), 20);
    socket.once("close", () => clearInterval(timer));
  },
  "resets the connection": (socket) => socket.resetAndDestroy(),
  "closes the connection in the middle of the body": (socket) =>
    socket.end(answer("200 OK", [JSON_TYPE, "Content-Length: 500"], '{"data":[')),
  "answers 401": says("401 Unauthorized"),
  "answers 403": says("403 Forbidden"),
  "answers 429 with Retry-After: 30": says("429 Too Many Requests", "Retry-After: 30"),
  "answers 500": says("500 Internal Server Error"),
  "answers 500 and hangs": (socket) =>
    socket.write(answer("500 Internal Server Error", [JSON_TYPE, "Content-Length: 500"], "{")),
  "answers 502": says("502 Bad Gateway"),
  "answers 503": says("503 Service Unavailable"),
  "answers 503: nothing was done": (socket) =>
    socket.write(whole("503 Service Unavailable", JSON.stringify(nothingDone))),
  "answers HTML": (socket) => {
    const page = `<html>${INNER}</html>`;
    socket.write(answer("200 OK", ["Content-Type: text/html", sized(page)], page));
  },
  "answers truncated JSON": json('{"data":['),
  "answers an empty body": json(""),
  "answers another schema": json('{"data":[{"id":7}]}'),
  "answers JSON a million levels deep": json("[".repeat(500_000) + "]".repeat(500_000)),
  "answers 5 million empty objects": (socket) =>
    socket.write(whole("200 OK", listOf("{},".repeat(5_000_000)))),
  "answers 300,000 empty objects": (socket) =>
    socket.write(whole("200 OK", listOf("{},".repeat(300_000)))),
  "answers one object with 200,000 parts": (socket) =>
    socket.write(whole("200 OK", listOf(`{"results":[${"{},".repeat(200_000)}{}]},`))),
  "answers 300 MB": (socket) => {
    socket.write(answer("200 OK", [JSON_TYPE, `Content-Length: ${300 * MIB}`]));
    pour(socket, spaces, 300);
  },
  "answers 300 MB of unknown length": (socket) => {
    socket.write(answer("200 OK", [JSON_TYPE, "Transfer-Encoding: chunked"]));
    pour(socket, chunked(spaces), 300);
  },
  "answers 50 million chunks of one byte": (socket) => {
    socket.write(answer("200 OK", [JSON_TYPE, "Transfer-Encoding: chunked"]));
    const crumbs = Buffer.concat(Array.from({ length: 10_000 }, () => chunked(Buffer.from(" "))));
    pour(socket, crumbs, 5_000);
  },
  "answers 300 MB compressed to 300 kB": (socket) =>
    socket.write(answer("200 OK", [JSON_TYPE, "Content-Encoding: gzip", sized(packed)], packed)),
  "answers compressed a hundred times": (socket) => {
    const layers = Array.from({ length: 100 }, () => "gzip").join(", ");
    socket.write(
      answer("200 OK", [JSON_TYPE, `Content-Encoding: ${layers}`, sized(packed)], packed),
    );
  },
  "redirects elsewhere": says("307 Temporary Redirect", "Location: http://127.0.0.1:9/steal"),
  "floods with headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pour(socket, Buffer.from(`X-Flood: ${"f".repeat(1000)}\r\n`), 300_000);
  },
  "announces a longer body than it sends": (socket) =>
    socket.end(answer("200 OK", [JSON_TYPE, "Content-Length: 100"], '{"data":[]}')),
  "announces a shorter body than it sends": (socket) =>
    socket.write(answer("200 OK", [JSON_TYPE, "Content-Length: 5"], '{"data":[]}')),
  "does not speak HTTP": (socket) => socket.write(`SSH-2.0-${INNER}\r\n`),
  "echoes the API key": json(JSON.stringify({ data: [], echo: API_KEY })),
  "echoes the API key in escapes": json(`{"data":[],"echo":"${escaped(API_KEY)}"}`),
};

function escaped(text: string): string {
  const codes = [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, "0"));
  return codes.map((code) => `\\u${code}`).join("");
}

export interface FaultyService extends FakeService {
  /** How many requests it got. */
  asked(): number;
}

/** A service with a fault, until the test is over. It reads a request whole before it has it. */
export async function startFaulty(fault: Fault): Promise<FaultyService> {
  const { asked, baseUrl, close } = await listenFaulty(fault);
  onTestFinished(close);
  return { baseUrl, seen: [], controls: [], asked };
}

/** The same, for as long as the caller likes. */
export async function listenFaulty(fault: Fault) {
  let asked = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    let request = "";
    socket.on("data", (data) => {
      request += data.toString("latin1");
      if (!isWhole(request)) return;
      request = "";
      asked += 1;
      fault(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}`, asked: () => asked, close };
}

function isWhole(request: string): boolean {
  const [head, body] = request.split("\r\n\r\n", 2) as [string, string | undefined];
  if (body === undefined) return false;
  return body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
