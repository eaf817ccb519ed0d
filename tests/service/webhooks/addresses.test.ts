import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { lookup } from "node:dns";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  findUrlFault,
  isPublicAddress,
  parseNetworks,
} from "../../../service/webhooks/public-addresses.ts";
import { ANSWER_TIMEOUT_MS, postEvent } from "../../../service/webhooks/post-event.ts";
import { makeCertificates, removeCertificates } from "../../gateway/certificates.ts";
import { World } from "../../support/service.ts";

/** Addresses that are not of the public internet, in every notation that a URL can have. */
const forbidden = {
  loopback: ["127.0.0.1", "127.9.9.9", "[::1]"],
  "decimal, octal, hexadecimal and short": [
    "2130706433",
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
    "017700000001",
  ],
  unspecified: ["0.0.0.0", "0", "[::]"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1", "[fd12:3456::1]"],
  "link-local": ["169.254.0.1", "[fe80::1]"],
  "metadata of clouds": ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16"],
  shared: ["100.64.0.1"],
  "mapped into IPv6": [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
  ],
  "translated from IPv4": [
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
  ],
  "multicast and broadcast": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "[ff02::1]"],
  "reserved and of documentation": [
    "240.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "203.0.113.5",
    "[2001:db8::1]",
    "[4000::1]",
  ],
};
const literals = Object.entries(forbidden).flatMap(([kind, all]) =>
  all.map((host) => [kind, host]),
);

const event = {
  deliveryId: "whd_1",
  attempts: 0,
  id: "evt_1",
  type: "curtail.webhook.test",
  subject: "whk_1",
  time: new Date(0),
  data: {},
};
const secrets = [`whsec_${Buffer.alloc(32).toString("base64")}`];
const post = (url: string, options: Partial<Parameters<typeof postEvent>[2]> = {}) =>
  postEvent({ url, secrets }, event, {
    networks: [],
    source: "/v1",
    nowMs: 0,
    signal: new AbortController().signal,
    ...options,
  });

/** A resolver that answers these addresses in turn, and counts. */
function resolving(...answers: string[][]) {
  let calls = 0;
  const resolver = ((_host: string, _options: object, callback: (...all: unknown[]) => void) => {
    const addresses = answers[Math.min(calls++, answers.length - 1)]!;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolver, calls: () => calls };
}

let port = 0;
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.writeHead(204).end();
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

describe("an event is never sent to a private network", () => {
  test.each(literals)("by an address that is %s: %s", async (_, host) => {
    expect(findUrlFault(`https://${host}:${port}/`, [])).toMatchObject({ code: "url-private" });
    const before = requests;
    expect(await post(`https://${host}:${port}/`)).toMatchObject({ status: null });
    expect(requests).toBe(before);
  });

  test.each(literals.map(([kind, host]) => [kind, new URL(`https://${host}/`).hostname]))(
    "by a name that resolves to one that is %s: %s",
    async (_, host) => {
      const address = host!.replace(/^\[|\]$/g, "");
      const { resolver } = resolving([address]);
      const { status, error } = await post(`https://rebind.example:${port}/`, { resolver });
      expect(status).toBeNull();
      expect(error).toMatch(/resolves to an address that events are not sent to/);
    },
  );

  test("by a name of which only one address is private", async () => {
    const { resolver } = resolving(["93.184.215.14", "127.0.0.1"]);
    expect((await post("https://both.example/", { resolver })).error).toMatch(/resolves to/);
  });

  test("by a name that resolves differently a moment later: it is resolved once for a connection", async () => {
    const networks = parseNetworks(["127.0.0.1"]);
    const { resolver, calls } = resolving(["127.0.0.1"], ["127.0.0.2"]);
    const before = requests;
    const result = await post(`http://rebind.example:${port}/`, { resolver, networks });
    expect(result).toEqual({ status: 204, error: null });
    expect(calls()).toBe(1);
    expect(requests).toBe(before + 1);
    expect((await post(`http://rebind.example:${port}/`, { resolver, networks })).error).toMatch(
      /resolves to/,
    );
    expect(requests).toBe(before + 1);
  });

  test("by a redirect", async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end();
    });
    await new Promise<void>((done) => redirecting.listen(0, "127.0.0.1", done));
    onTestFinished(() => void redirecting.close());
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
    const before = requests;
    const result = await post(url, { networks: parseNetworks(["127.0.0.1"]) });
    expect(result).toEqual({
      status: 307,
      error: "The endpoint answered 307; redirects are not followed.",
    });
    expect(requests).toBe(before);
  });

  test("over http, unless the network is allowed", () => {
    const networks = parseNetworks(["10.1.0.0/16", "fd00::/8"]);
    expect(findUrlFault("http://example.org/", [])?.code).toBe("url-not-https");
    expect(findUrlFault("http://8.8.8.8/", networks)?.code).toBe("url-not-https");
    expect(findUrlFault("http://10.1.2.3/", networks)).toBeNull();
    expect(findUrlFault("https://[fd00::5]/", networks)).toBeNull();
    expect(findUrlFault("https://10.2.0.1/", networks)?.code).toBe("url-private");
    expect(findUrlFault("https://[::ffff:10.1.2.3]/", networks)).toBeNull();
  });

  test.each([
    ["no address", "somewhere", "url-invalid"],
    ["another scheme", "file:///etc/passwd", "url-not-https"],
    ["a login", "https://user:secret@example.org/", "url-credentials"],
    ["a fragment", "https://example.org/#x", "url-fragment"],
  ])("and %s is refused", (_, url, code) => {
    expect(findUrlFault(url, [])?.code).toBe(code);
  });
});

test.each(["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450:400e::1"])(
  "%s is a public address",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("the service refuses a private address with a sentence, and names the field", async () => {
  const world = await World.open("2026-05-01T10:00:00Z");
  onTestFinished(() => world.close());
  const body = {
    name: "Inside",
    url: "https://[::ffff:10.0.0.1]/",
    events: ["curtail.control.ended" as const],
  };
  const { status, problem } = await world.call("createWebhook", { body });
  expect(status).toBe(422);
  expect(problem.errors).toEqual([
    {
      pointer: "#/url",
      code: "url-private",
      detail: "must not be an address of a private network",
    },
  ]);
});

describe("an answer", () => {
  const answering = async (listener: Parameters<typeof createServer>[1]) => {
    const endpoint = createServer(listener);
    await new Promise<void>((done) => endpoint.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      endpoint.closeAllConnections();
      endpoint.close();
    });
    return `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  };
  const networks = parseNetworks(["127.0.0.1"]);

  test("is not read beyond its status: an endless body holds nothing up", async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const url = await answering((_request, response) => {
      isClosed = new Promise((done) => response.on("close", done));
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
      };
      response.on("drain", more);
      more();
    });
    expect(await post(url, { networks })).toEqual({ status: 200, error: null });
    await isClosed;
  });

  test("with more headers than anyone needs counts as a failure", async () => {
    const url = await answering((_request, response) => {
      response.writeHead(200, { "x-long": "x".repeat(20_000) }).end();
    });
    expect((await post(url, { networks })).status).toBeNull();
  });

  test("that does not come in time counts as a failure", async () => {
    const url = await answering((_request, response) => void response.writeContinue());
    const result = await post(url, { networks, timeoutMs: 50 });
    expect(result).toEqual({ status: null, error: "No answer within 0.05 seconds." });
    expect(ANSWER_TIMEOUT_MS).toBe(15_000);
  });

  test("that does not come is waited for until the event is aborted", async () => {
    const url = await answering(() => undefined);
    const stop = new AbortController();
    const result = post(url, { networks, signal: stop.signal });
    stop.abort();
    await expect(result).rejects.toThrow();
  });
});

const certificates = makeCertificates();
if (!certificates) console.warn("\nLEFT OUT: webhooks over TLS; there is no openssl.\n");
afterAll(() => removeCertificates(certificates));

test.runIf(certificates)(
  "over https the certificate must be of the endpoint's name and of a trusted authority",
  async () => {
    const read = (file: string) => readFileSync(file, "utf8");
    const { caFile, certificateFile, keyFile } = certificates!;
    const endpoint = createTlsServer(
      { cert: read(certificateFile), key: read(keyFile) },
      (_request, response) => void response.writeHead(204).end(),
    );
    await new Promise<void>((done) => endpoint.listen(0, "127.0.0.1", done));
    onTestFinished(() => void endpoint.close());
    const { port: tlsPort } = endpoint.address() as AddressInfo;
    const networks = parseNetworks(["127.0.0.1"]);
    const { resolver } = resolving(["127.0.0.1"]);
    const to = (host: string, ca?: string) =>
      post(`https://${host}:${tlsPort}/`, { networks, resolver, ...(ca && { ca }) });
    expect(await to("localhost", read(caFile))).toEqual({ status: 204, error: null });
    expect((await to("localhost")).error).toMatch(/The request failed/);
    expect((await to("other.example", read(caFile))).error).toMatch(/ERR_TLS_CERT_ALTNAME/);
  },
);
