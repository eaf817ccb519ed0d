import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("layout.notFound"))("title") };
}

/** An unknown address shows the not-found page with the navigation around it. */
export default function UnknownPage() {
  notFound();
}
