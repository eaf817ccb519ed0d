import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/api-reference/docs-frame.tsx";
import { tags } from "@/components/api-reference/reference.ts";
import { TagReference } from "@/components/api-reference/operation.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { isConsoleEnabled } from "@/lib/portal/http/api-console.ts";

interface Props {
  params: Promise<{ tag: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("docs");
  const key = `tags.${(await params).tag}.title` as never;
  return { title: t.has(key) ? `${t(key)} · ${t("title")}` : t("title") };
}

export default async function TagPage({ params }: Props) {
  const { tag } = await params;
  if (!tags.includes(tag)) notFound();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <DocsFrame current={tag} theme={theme}>
      <TagReference tag={tag} triable={isConsoleEnabled()} />
    </DocsFrame>
  );
}
