import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { CustomerHome } from "./customer-home.tsx";
import { StaffOverview } from "./staff-overview.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.places");
  return { title: t((await requireUser()).role === "staff" ? "overview" : "home") };
}

export default async function StartPage() {
  const portal = await openPortal(await requireUser());
  const isStaff = portal.user.role === "staff";
  return isStaff ? <StaffOverview portal={portal} /> : <CustomerHome portal={portal} />;
}
