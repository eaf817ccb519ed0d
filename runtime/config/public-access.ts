import { isLoopback } from "../../lib/http/public-address.ts";
import { EnvError, type Env } from "../../lib/env.ts";

/** @throws EnvError if people would reach the portal without https, or all with one address. */
export function refuseUnsafeAddress({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Env): void {
  if (!PUBLIC_URL && !isLoopback(HOST)) {
    const reason = `PUBLIC_URL must be set when HOST (${HOST}) is more than this machine: the https address`;
    throw new EnvError(`${reason} people use, of a proxy in front that ends TLS.`);
  }
  if (PUBLIC_URL?.startsWith("https:") && !TRUSTED_PROXIES) {
    const reason = "TRUSTED_PROXIES must be set with an https PUBLIC_URL: the address of the proxy";
    throw new EnvError(`${reason} that ends TLS. Without it everybody seems to come from there.`);
  }
}
