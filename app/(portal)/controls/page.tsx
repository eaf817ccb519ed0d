import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import type { AskedPage } from "../asked.ts";
import { AllControls } from "./all-controls.tsx";
import { OwnControlsList } from "./own-controls-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.places");
  return { title: t((await requireUser()).role === "staff" ? "controls" : "happened") };
}

export default async function ControlsPage({ searchParams }: AskedPage) {
  const portal = await openPortal(await requireUser());
  const asked = await searchParams;
  const isStaff = portal.user.role === "staff";
  const List = isStaff ? AllControls : OwnControlsList;
  return <List portal={portal} asked={asked} />;
}
