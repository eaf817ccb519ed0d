import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** What is known of one thing: labels with their values, and the id it has in the service. */
export function Facts({
  entries,
  id,
}: {
  entries: [label: ReactNode, value: ReactNode][];
  id?: string;
}) {
  const t = useTranslations("common");
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-6 gap-y-4">
      {entries.map(([label, value], index) => (
        <div key={index} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value}</dd>
        </div>
      ))}
      {id !== undefined && (
        <div className="col-span-full min-w-0">
          <dt className="text-xs text-muted">{t("id")}</dt>
          <dd className="mt-0.5 wrap-anywhere">
            <code className="select-all">{id}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
