import { Home } from "@/components/home/home.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { load } from "./load.tsx";

/** Where customers start: their locations today, and what happened there. */
export async function CustomerHome({ portal }: { portal: Portal }) {
  const { user, offers, directory } = portal;
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listLocations({ page_size: 6 }),
      directory.listOwnControls({ customerId: user.customerId ?? "" }, { page_size: 50 }),
    ]),
  );
  return (
    <>
      <PageHeader title={`Hello, ${user.name}`} subtitle="Your locations today" />
      {failure ?? (
        <Home
          locations={data[0]}
          controls={data[1]}
          offersStatus={offers("getLocationStatus")}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
