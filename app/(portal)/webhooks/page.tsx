import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WebhookList } from "@/components/webhooks/webhooks.dynamic.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { prefetch } from "@/lib/portal/queries/load.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

async function WebhooksPage() {
  const portal = await createPortalClient(await requireLevel("admin"));
  const t = await getTranslations("webhooks");
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("hint")} />
      {portal.supports("listWebhooks") ? (
        <WebhookList
          initial={await prefetch(portal, "listWebhooks", { query: { page_size: 100 } })}
          serverNow={Date.now()}
        />
      ) : (
        <Empty title={t("notOffered")} />
      )}
    </>
  );
}

export default withMessages("/webhooks", WebhooksPage);
