import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge.tsx";
import type { Tone } from "@/components/ui/tone.ts";
import type { AuditLine } from "@/lib/portal/audit-log/audit.ts";

const tones: Record<AuditLine["outcome"], Tone> = {
  done: "good",
  refused: "neutral",
  unclear: "bad",
  unknown: "warn",
  "took-effect": "good",
  "did-not-happen": "neutral",
  "cannot-be-known": "warn",
};

/** How something ended, with the status where it did not simply succeed. */
export function AuditOutcomeBadge({ line: { outcome, status } }: { line: AuditLine }) {
  const t = useTranslations("audit");
  const showsStatus = status !== null && (outcome === "refused" || outcome === "unclear");
  return (
    <span title={describeOutcome(outcome, t)}>
      <Badge tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
      {showsStatus && <span className="ml-1.5 text-xs text-muted">{t("status", { status })}</span>}
    </span>
  );
}

function describeOutcome(
  outcome: AuditLine["outcome"],
  t: ReturnType<typeof useTranslations<"audit">>,
): string | undefined {
  if (outcome === "unknown") return t("unknownHint");
  return outcome === "cannot-be-known" ? t("cannotBeKnownHint") : undefined;
}
