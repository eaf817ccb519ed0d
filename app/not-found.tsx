import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundContent } from "@/components/layout/not-found-content.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("layout.notFound"))("title") };
}

export default function NotFoundPage() {
  return (
    <main className="p-6">
      <NotFoundContent />
    </main>
  );
}
