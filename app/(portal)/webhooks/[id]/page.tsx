import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { LoadError } from "@/components/layout/load-error.tsx";
import { WebhookSections } from "@/components/webhooks/webhooks.dynamic.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { readWebhook } from "@/lib/portal/queries/webhooks.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("one") };
}

async function WebhookPage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireLevel("admin"));
  const t = await getTranslations("webhooks");
  const { data, problem } = await load(() => readWebhook(portal, id));
  if (problem) return <LoadError problem={problem} />;
  if (!data) notFound();
  return (
    <>
      <PageHeader title={data.name} backHref="/webhooks" backLabel={t("title")} />
      <WebhookSections initial={data} serverNow={Date.now()} />
    </>
  );
}

export default withMessages("/webhooks/[id]", WebhookPage);
