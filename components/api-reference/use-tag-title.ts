import { useTranslations } from "next-intl";
import { optionalMessage } from "@/lib/i18n/optional-message.ts";

/** What a tag of the contract is called; a tag without a text goes by its own name. */
export function useTagTitle(): (tag: string) => string {
  const t = useTranslations("docs.tags");
  return (tag) => optionalMessage(t, `${tag}.title`, tag.charAt(0).toUpperCase() + tag.slice(1));
}
