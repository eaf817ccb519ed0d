import type { Metadata } from "next";
import { DevicesTable } from "@/components/devices/devices-table.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";
import { withPlaces } from "./with-places.ts";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { directory, offers } = await openPortal(await requireUser());
  followId("/devices", asked);
  const query = parseTableQuery("listDevices", asked);
  const { data, failure } = await load(async () => {
    const devices = await directory.listDevices(query);
    return { ...devices, items: await withPlaces(directory, devices.items) };
  });

  return (
    <>
      <PageHeader title="Devices" />
      {!offers("listDevices") && <OpenById noun="device" example="00000000-0000-…" />}
      {failure ?? <DevicesTable page={data} query={query} />}
    </>
  );
}
