import { getTranslations } from "next-intl/server";
import { byState } from "@/components/controls/shown-control.ts";
import { Home } from "@/components/home/lazy.tsx";
import { OWN_CONTROLS, TOLD_CONTROLS } from "@/components/home/most.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { homeLocations, readEquipped, readPartsOf } from "./home-readings.ts";
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
    const told = byState(controls.items, now).ended.slice(0, TOLD_CONTROLS);
    const [locations, parts] = await Promise.all([
      homeLocations(portal, places, now),
      readPartsOf(portal, places, told, now),
    ]);
    return { places, controls, locations, parts };
  });
  return (
    <>
      <PageHeader title={t("hello", { name: user.name })} />
      {failure ?? <Home customerId={customerId} serverNow={now} {...data} />}
    </>
  );
}
