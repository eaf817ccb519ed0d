import { useTranslations } from "next-intl";
import { knownText } from "@/lib/i18n/known-text.ts";

/** What a tag of the contract is called; a tag without a text goes by its own name. */
export function useTagTitle(): (tag: string) => string {
  const t = useTranslations("docs.tags");
  return (tag) => knownText(t, `${tag}.title`, tag.charAt(0).toUpperCase() + tag.slice(1));
}
