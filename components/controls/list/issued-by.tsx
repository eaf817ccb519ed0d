import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import { type ControlSummaryView, describeIssuer } from "../control-view-model.ts";

/** Who issued a control: a person, an API key, or a rule, which is linked. */
export function IssuedBy({
  control: { issued_by, rule_id },
}: {
  control: Pick<ControlSummaryView, "issued_by" | "rule_id">;
}) {
  const t = useTranslations("controls");
  if (!issued_by) return null;
  return (
    <span
      title={describeIssuer(issued_by, t)}
      className="block max-w-44 truncate text-xs text-muted"
    >
      {rule_id ? (
        <Link className="link" href={`/rules/${encodeURIComponent(rule_id)}`}>
          {t("list.byRule", { name: issued_by })}
        </Link>
      ) : (
        describeIssuer(issued_by, t)
      )}
    </span>
  );
}
