import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";

/** The number of new notices, for the navigation; nothing where there are none. */
export function NoticeBadge({ count }: { count: number }) {
  const t = useTranslations("notices");
  const f = useFormats();
  if (count === 0) return null;
  return (
    <span className="absolute top-1 left-1/2 ml-2 min-w-4.5 rounded-full bg-info px-1 text-center text-[0.6875rem]/4.5 font-semibold text-canvas lg:static lg:ml-auto">
      <span aria-hidden>{f.count(count)}</span>
      <span className="sr-only">{t("bell", { count })}</span>
    </span>
  );
}
