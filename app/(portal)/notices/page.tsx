import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LoadError } from "@/components/layout/load-error.tsx";
import { NoticeList } from "@/components/notices/notice-list.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { readNotices } from "@/lib/portal/queries/notices.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("notices"))("title") };
}

/** What was announced to a customer. */
async function NoticesPage() {
  const user = await requireUser();
  if (user.role !== "customer") notFound();
  const t = await getTranslations("notices");
  const portal = await createPortalClient(user);
  const { data, problem } = await load(() => readNotices(portal, Date.now()));
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <NoticeList notices={data} customerId={user.customerId ?? ""} />
      )}
    </>
  );
}

export default withMessages("/notices", NoticesPage);
