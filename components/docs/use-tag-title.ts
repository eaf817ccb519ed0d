import { useTranslations } from "next-intl";

/** What a tag of the contract is called; a tag without a text goes by its own name. */
export function useTagTitle(): (tag: string) => string {
  const t = useTranslations("docs.tags");
  return (tag) => {
    const key = `${tag}.title` as never;
    return t.has(key) ? t(key) : tag.charAt(0).toUpperCase() + tag.slice(1);
  };
}
