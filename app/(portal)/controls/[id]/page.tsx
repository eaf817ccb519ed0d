import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { ControlView } from "@/components/controls/detail/control-view.tsx";
import {
  getParam,
  parseTableQuery,
  getRouteId,
  type SearchPage,
  type ResourcePage,
} from "@/lib/portal/queries/list-query.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { getControlCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { readShortfallHref } from "@/lib/portal/queries/control-shortfall.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("controls"))("one"),
});

async function ControlPage(page: ResourcePage & SearchPage) {
  const portal = await createPortalClient(await requireStaff());
  const id = await getRouteId(page);
  const search = await page.searchParams;
  if (getParam(search, "shortfall")) redirect(await readShortfallHref(portal, id));
  const { data: control, problem } = await load(() => portal.directory.getControl(id));
  if (problem) return <LoadError problem={problem} />;
  if (!control) notFound();
  return (
    <ControlView
      initial={control}
      capabilities={getControlCapabilities(portal, control.target)}
      by={portal.user.id}
      query={parseTableQuery("listControlDeliveries", search)}
      serverNow={Date.now()}
    />
  );
}

export default withMessages("/controls/[id]", ControlPage);
