import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("layout.notFound"))("title") };
}

/** An address nothing stands at is said inside the frame, where the way on is. */
export default function UnknownPage() {
  notFound();
}
