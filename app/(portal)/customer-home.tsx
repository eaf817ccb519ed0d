import { getTranslations } from "next-intl/server";
import { Home } from "@/components/home/lazy.tsx";
import { OWN_CONTROLS } from "@/components/home/most.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { homeLocations, readEquipped } from "./home-readings.ts";
import { load } from "./load.tsx";

/** Where customers start: what is asked of them, their locations today, and what happened there. */
export async function CustomerHome({ portal }: { portal: Portal }) {
  const { user, directory } = portal;
  const customerId = user.customerId ?? "";
  const now = Date.now();
  const t = await getTranslations("home");
  const { data, failure } = await load(async () => {
    const [places, controls] = await Promise.all([
      readEquipped(portal),
      directory.listOwnControls({ customerId }, { page_size: OWN_CONTROLS }),
    ]);
    return { places, controls, locations: await homeLocations(portal, places, now) };
  });
  return (
    <>
      <PageHeader title={t("hello", { name: user.name })} />
      {failure ?? <Home customerId={customerId} serverNow={now} {...data} />}
    </>
  );
}
