import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { DocsFrame } from "@/components/api-guide/docs-frame.tsx";
import { Guide } from "@/components/api-guide/guide.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { getConfiguredServiceUrl } from "@/lib/portal/service-client/service-address.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs"))("title") };
}

export default async function DocsPage() {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <DocsFrame theme={theme}>
      <Guide serviceUrl={getConfiguredServiceUrl()} />
    </DocsFrame>
  );
}
