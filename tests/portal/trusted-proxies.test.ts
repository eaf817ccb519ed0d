import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientAddress, parseProxies } from "../../lib/http/trusted-proxies.mjs";

const proxies = parseProxies("127.0.0.1, 10.0.0.0/8, 2001:db8::/32");

describe("the client address", () => {
  test.each([
    ["the socket's, whatever a stranger says", "192.0.2.9", "203.0.113.5", "192.0.2.9"],
    ["the hop a proxy names", "127.0.0.1", "203.0.113.5", "203.0.113.5"],
    ["past several proxies", "127.0.0.1", "203.0.113.5, 10.1.2.3", "203.0.113.5"],
    [
      "the right-most that is no proxy",
      "127.0.0.1",
      "1.1.1.1, 203.0.113.5, 10.1.2.3",
      "203.0.113.5",
    ],
    ["of both families", "::ffff:127.0.0.1", "2a00::1, 2001:db8::7", "2a00::1"],
    ["a proxy's own, where it names nobody", "10.0.0.4", undefined, "10.0.0.4"],
    ["where what is named is no address", "127.0.0.1", "203.0.113.5, unknown", "127.0.0.1"],
    ["with a port it is no address", "127.0.0.1", "203.0.113.5:80", "127.0.0.1"],
    ["unknown without a socket's", undefined, "203.0.113.5", "unknown"],
  ])("is %s", (_, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(address);
  });

  test("is the socket's without a trusted proxy", () => {
    const none = parseProxies(undefined);
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, said) => {
        expect(clientAddress(peer, said, none)).toBe(peer);
      }),
    );
  });

  test("is never changed by what a client puts before it", () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        const hops = `${said}, 203.0.113.5, 10.9.9.9`;
        expect(clientAddress("127.0.0.1", hops, proxies)).toBe("203.0.113.5");
      }),
    );
  });
});

test.each([
  "10.0.0.0/33",
  "10.0.0",
  "proxy.example",
  "10.0.0.1/",
  "0.0.0.0/0",
  "::1/129",
  "1.2.3.4-9",
])("%s is not a proxy address", (text) => {
  expect(() => parseProxies(`127.0.0.1, ${text}`)).toThrow(text);
});
