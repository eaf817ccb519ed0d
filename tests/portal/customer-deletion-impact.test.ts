import { expect, test } from "vitest";
import { getDeletionImpact } from "../../lib/portal/queries/customer.ts";
import type { Directory, Page } from "../../lib/portal/directory/types.ts";
import type { Portal } from "../../lib/portal/client/portal-client.ts";
import { setDisabled } from "../../lib/portal/db/accounts.ts";
import { anna } from "./fixtures.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const portals = portalWorld();
const world = {
  get db() {
    return portals.db;
  },
  now: () => NOW,
};

const counted = <T>(total: number, complete = true): Page<T> => ({ items: [], total, complete });
const until = (effective_to: string, cancelled_at: string | null = null) => ({
  effective_to,
  cancelled_at,
});

function portal(directory: object, may = true) {
  return { isAllowed: () => may, directory: directory as Directory } as unknown as Portal;
}

const listed = {
  listLocations: async () => counted(2),
  listDevices: async () => counted(5),
  listLocatedControls: async () => ({
    ...counted(4),
    items: [
      until("2026-06-01T10:15:00Z"),
      until("2026-06-02T09:00:00Z"),
      until("2026-06-01T10:15:00Z", "2026-06-01T10:01:00Z"),
      until("2026-06-01T10:05:00Z"),
    ],
  }),
};

test("the deletion of a customer counts belongings, scheduled controls and active accounts", async () => {
  expect(await getDeletionImpact(world, portal(listed), anna.id)).toEqual({
    sites: { locations: 2, devices: 5 },
    controls: 2,
    accounts: 1,
  });
  const account = await portals.anna();
  await setDisabled(portals.db, account.id, NOW);
  expect(await getDeletionImpact(world, portal(listed), anna.id)).toMatchObject({
    accounts: 0,
  });
});

test("counts that the service does not report are not shown as zero", async () => {
  const silent = {
    listLocations: async () => counted(0, false),
    listDevices: async () => counted(0, false),
    listLocatedControls: async () => counted(0, false),
  };
  expect(await getDeletionImpact(world, portal(silent), anna.id)).toMatchObject({
    sites: null,
    controls: null,
  });
});

test("users who may not delete a customer do not see the counts", async () => {
  const call = getDeletionImpact(world, portal(listed, false), anna.id);
  await expect(call).rejects.toMatchObject({ status: 403 });
});
