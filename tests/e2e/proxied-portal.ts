import { freePort } from "../../tools/ports/free-port.ts";
import type { Curtail } from "./start-stack.ts";
import { startIdentityProvider, type IdentityProvider } from "./identity-provider.ts";
import { nginxProgram, startNginx } from "./nginx.ts";
import { startPortalBefore } from "./standalone-portal.ts";

/** The first member of staff of the portal behind the proxy. */
export const FIRST = { email: "first@proxy.example", password: "only-for-browser-tests" };

export interface BehindProxy {
  publicUrl: string;
  portalUrl: string;
  dataDir: string;
  idp: IdentityProvider;
}

/** Starts a portal before a service, behind nginx and with an identity provider. */
export async function startBehindProxy({ serviceUrl, apiKey }: Curtail) {
  const port = await freePort();
  const publicUrl = `https://127.0.0.1:${port}`;
  const idp = await startIdentityProvider(`${publicUrl}/api/auth/callback/oidc`);
  const settings = {
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: "127.0.0.1",
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: idp.client.id,
    OIDC_CLIENT_SECRET: idp.client.secret,
    OIDC_NAME: "Example ID",
    OIDC_VIEWER_ROLES: "everyone",
    OIDC_ADMIN_ROLES: "boss, owner",
  };
  const before = { baseUrl: serviceUrl, apiKey };
  const { portalUrl, dataDir, stop } = await startPortalBefore(before, FIRST, () => settings);
  const stopNginx = await startNginx(nginxProgram!, port, Number(new URL(portalUrl).port));
  const proxied: BehindProxy = { publicUrl, portalUrl, dataDir, idp };
  return {
    proxied,
    async stop() {
      await stopNginx();
      await stop();
      idp.close();
    },
  };
}
