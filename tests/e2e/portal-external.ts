import { startPortalBefore } from "./standalone-portal.ts";
import { startTenOperations, type TenOperations } from "./ten-operations.ts";

/** The first member of staff of that portal. */
export const FIRST = { email: "first@elsewhere.example", password: "only-for-browser-tests" };

/** A portal in front of another service. */
export interface ExternalPortal {
  service: TenOperations;
  portalUrl: string;
  said(): string;
}

/** Starts one, with how to stop it. */
export async function startExternal() {
  const service = await startTenOperations();
  const { portalUrl, said, stop } = await startPortalBefore(service, FIRST);
  return {
    external: { service, portalUrl, said },
    async stop() {
      await stop();
      service.close();
    },
  };
}
