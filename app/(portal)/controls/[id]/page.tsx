import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ControlHeader } from "@/components/controls/control-header.tsx";
import { ControlResult } from "@/components/controls/control-result.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { areaOffers } from "../../areas.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "Control" };

export default async function ControlPage(page: OnePage) {
  const portal = await openPortal(await requireStaff());
  const id = await askedId(page);
  const { data: control, failure } = await load(() => portal.directory.getControl(id));
  if (failure) return failure;
  if (!control) notFound();
  const serverNow = Date.now();
  const offers = areaOffers(portal, control.target?.kind === "group" ? "group" : "bidding-zone");
  return (
    <>
      <ControlHeader control={control} serverNow={serverNow} />
      <ControlResult control={control} serverNow={serverNow} offers={offers} />
    </>
  );
}
