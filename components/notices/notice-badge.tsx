import { useTranslations } from "next-intl";
import { NavCount } from "@/components/layout/nav-count.tsx";

/** The number of new notices, for the navigation; nothing where there are none. */
export function NoticeBadge({ count }: { count: number }) {
  const t = useTranslations("notices");
  return <NavCount count={count} label={t("bell", { count })} tone="info" />;
}
