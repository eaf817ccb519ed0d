import { useTranslations } from "next-intl";
import { Stale } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

/** When what is shown came (ms), and that it could not be refreshed where it could not. */
export function Freshness({ at, isStale }: { at: number | null; isStale: boolean }) {
  const t = useTranslations("status");
  const f = useFormats();
  if (at === null) return null;
  if (isStale) return <Stale since={f.moment(at)} />;
  return <span className="text-xs text-muted">{t("updated", { time: f.seconds(at) })}</span>;
}
