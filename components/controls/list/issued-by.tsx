import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import type { ControlSummaryView } from "../control-view-model.ts";

/** Who issued a control: a person, an API key, or a rule, which is linked. */
export function IssuedBy({
  control: { issued_by, rule_id },
}: {
  control: Pick<ControlSummaryView, "issued_by" | "rule_id">;
}) {
  const t = useTranslations("controls.list");
  if (!issued_by) return null;
  return (
    <span title={issued_by} className="block max-w-44 truncate text-xs text-muted">
      {rule_id ? (
        <Link className="link" href={`/rules/${encodeURIComponent(rule_id)}`}>
          {t("byRule", { name: issued_by })}
        </Link>
      ) : (
        t("by", { name: issued_by })
      )}
    </span>
  );
}
