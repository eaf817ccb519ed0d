import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const BODY = JSON.stringify({ name: "Utrecht", bidding_zone: "NL" });

/** A connection over which the service has seen the head of a request and not all of its body. */
async function halfUploaded(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    "POST /v1/groups HTTP/1.1",
    "Host: service",
    `X-API-Key: ${KEY}`,
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [goOn] = await once(socket, "data");
  expect(String(goOn)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(BODY.slice(0, 9));
  return socket;
}

/** Everything the service sends until it closes the connection. */
async function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  await once(socket, "close");
  return text;
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(true));
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });

it("ends on a signal after requests in progress, without waiting for one that never ends", async () => {
  const { child, port, ended } = await spawnService(await freshDatabase("service"));
  const idle = heard(connect(port, "127.0.0.1"));
  const [slow, stuck] = [await halfUploaded(port), await halfUploaded(port)];
  const [answer, nothing] = [heard(slow), heard(stuck)];
  const toldMs = performance.now();
  child.kill("SIGTERM");
  await expect.poll(() => isRefused(port)).toBe(true);
  slow.write(BODY.slice(9));
  expect(await ended).toBe(0);
  expect(performance.now() - toldMs).toBeLessThan(30_000);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"name":"Utrecht"/);
  expect(await Promise.all([nothing, idle])).toEqual(["", ""]);
});
