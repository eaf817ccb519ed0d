import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ControlView } from "@/components/controls/control-view.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type AskedPage, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { controlOffers } from "./offers.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("controls"))("one"),
});

export default async function ControlPage(page: OnePage & AskedPage) {
  const portal = await openPortal(await requireStaff());
  const id = await askedId(page);
  const { data: control, failure } = await load(() => portal.directory.getControl(id));
  if (failure) return failure;
  if (!control) notFound();
  return (
    <ControlView
      initial={control}
      offers={controlOffers(portal, control.target)}
      query={parseTableQuery("listControlDeliveries", await page.searchParams)}
      serverNow={Date.now()}
    />
  );
}
