import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { freePort, newDataDir, start } from "../world/started.ts";
import type { Curtail } from "./curtail.ts";
import { test as base } from "./people.ts";
import { startIdentityProvider, type IdentityProvider } from "./identity-provider.ts";
import { nginxProgram, startNginx } from "./nginx.ts";

/** The first member of staff of the portal behind the proxy. */
export const FIRST = { email: "first@proxy.example", password: "only-for-browser-tests" };

export interface BehindProxy {
  publicUrl: string;
  portalUrl: string;
  dataDir: string;
  idp: IdentityProvider;
}

async function startBehindProxy(curtail: Curtail, program: string) {
  const dataDir = newDataDir();
  const [port, portalPort] = [await freePort(), await freePort()];
  const publicUrl = `https://127.0.0.1:${port}`;
  const idp = await startIdentityProvider(`${publicUrl}/api/auth/callback/oidc`);
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(portalPort),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: "127.0.0.1",
    FLEX_BASE_URL: curtail.serviceUrl,
    FLEX_API_KEY: curtail.apiKey,
    STAFF_EMAIL: FIRST.email,
    STAFF_PASSWORD: FIRST.password,
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: idp.client.id,
    OIDC_CLIENT_SECRET: idp.client.secret,
    OIDC_NAME: "Example ID",
    OIDC_VIEWER_ROLES: "everyone",
    OIDC_ADMIN_ROLES: "boss, owner",
  });
  const stopNginx = await startNginx(program, port, portalPort);
  const stop = async () => {
    await stopNginx();
    started.child.kill("SIGTERM");
    await started.ended;
    idp.close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  const portalUrl = `http://127.0.0.1:${portalPort}`;
  return { proxied: { publicUrl, portalUrl, dataDir, idp }, stop };
}

/** A second portal in front of the worker's service, behind nginx and with an identity provider. */
export const test = base.extend<{ visitor: APIRequestContext }, { proxied: BehindProxy }>({
  proxied: [
    async ({ curtail }, provide) => {
      const { proxied, stop } = await startBehindProxy(curtail, nginxProgram!);
      await provide(proxied);
      await stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ proxied }, provide) => provide(proxied.publicUrl),
  ignoreHTTPSErrors: true,
  visitor: async ({ playwright, proxied }, provide) => {
    const visitor = await playwright.request.newContext({
      baseURL: proxied.publicUrl,
      ignoreHTTPSErrors: true,
    });
    await provide(visitor);
    await visitor.dispose();
  },
});

export { expect } from "@playwright/test";
