import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { DocsFrame } from "@/components/docs/docs-frame.tsx";
import { Guide } from "@/components/docs/guide.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { namedServiceUrl } from "@/lib/portal/service-address.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs"))("title") };
}

export default async function DocsPage() {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <DocsFrame current="guide" theme={theme}>
      <Guide serviceUrl={namedServiceUrl()} />
    </DocsFrame>
  );
}
