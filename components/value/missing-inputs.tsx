import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { MissingInput } from "@/lib/contract/value.ts";

/** What keeps amounts from being known; nothing where all is known. */
export function MissingInputs({
  missing,
}: {
  missing: readonly { what: MissingInput; count: number }[];
}) {
  const t = useTranslations("value.missing");
  const f = useFormats();
  if (missing.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/30 bg-warn/10 px-3 py-2">
      <p className="font-medium">{t("title")}</p>
      <ul className="list-disc pl-5">
        {missing.map(({ what, count }) => (
          <li key={what}>{t(what, { count, shown: f.count(count) })}</li>
        ))}
      </ul>
    </div>
  );
}
