import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { answerHeaders, completeHeaders } from "../../lib/http/security-headers.mjs";

/** The response of a server with completed headers. */
async function answered(path: string, listener: RequestListener, isSecure = false) {
  const server = createServer((request, response) => {
    completeHeaders(response, answerHeaders(path, isSecure));
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).headers;
}

const ways: [string, RequestListener][] = [
  ["bare", (_, response) => response.end("x")],
  ["with a head", (_, response) => response.writeHead(404, { "Content-Type": "a/b" }).end()],
  ["with words in the head", (_, response) => response.writeHead(500, "Broken", {}).end()],
  ["in pieces", (_, response) => void (response.write("x"), response.end("y"))],
];

test.each(ways)("an answer written %s has every security header", async (_, listener) => {
  const headers = await answered("/", listener);
  for (const [name, value] of Object.entries(answerHeaders("/", false)))
    expect([name, headers.get(name)]).toEqual([name, value]);
  expect(headers.has("strict-transport-security")).toBe(false);
});

test("a header that the answer sets itself is sent once", async () => {
  const policy = "default-src 'self'";
  const set = await answered("/", (_, response) => {
    response.setHeader("content-security-policy", policy);
    response.end();
  });
  expect(set.get("content-security-policy")).toBe(policy);
  const inHead = await answered("/", (_, response) => {
    response.writeHead(200, { "content-security-policy": policy }).end();
  });
  expect(inHead.get("content-security-policy")).toBe(policy);
});

test("every answer over https has Strict-Transport-Security", async () => {
  const headers = await answered("/", (_, response) => response.end(), true);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
});
