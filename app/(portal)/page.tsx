import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import dynamic from "next/dynamic";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";

const CustomerHome = dynamic(async () => (await import("./customer-home.tsx")).CustomerHome);
const StaffOverview = dynamic(async () => (await import("./staff-overview.tsx")).StaffOverview);

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.places");
  return { title: t((await requireUser()).role === "staff" ? "overview" : "home") };
}

export default async function StartPage() {
  const portal = await openPortal(await requireUser());
  const isStaff = portal.user.role === "staff";
  return isStaff ? <StaffOverview portal={portal} /> : <CustomerHome portal={portal} />;
}
