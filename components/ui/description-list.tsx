import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const columns = {
  narrow:
    "grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]",
  roomy: "grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))]",
};

/** What is known of one thing: labels with their values, and the id it has in the service. */
export function DescriptionList({
  entries,
  id,
  roomy = false,
}: {
  entries: [label: ReactNode, value: ReactNode][];
  id?: string;
  /** For few and long values: columns as wide as an e-mail address. */
  roomy?: boolean;
}) {
  const t = useTranslations("common");
  return (
    <dl className={`grid gap-x-6 gap-y-4 ${roomy ? columns.roomy : columns.narrow}`}>
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
