import type { Metadata } from "next";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import type { AskedPage } from "../asked.ts";
import { AllControls } from "./all-controls.tsx";
import { OwnControlsList } from "./own-controls-list.tsx";

export const metadata: Metadata = { title: "Controls" };

export default async function ControlsPage({ searchParams }: AskedPage) {
  const portal = await openPortal(await requireUser());
  const asked = await searchParams;
  const isStaff = portal.user.role === "staff";
  const List = isStaff ? AllControls : OwnControlsList;
  return <List portal={portal} asked={asked} />;
}
