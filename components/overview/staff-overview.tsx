import { PendingApprovalsLink } from "@/components/controls/approvals/pending-approvals-badge.tsx";
import { LoadError } from "@/components/layout/load-error.tsx";
import { AdviceCard } from "@/components/rules/rules.dynamic.tsx";
import { FirstSteps } from "@/components/setup/first-steps.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Area } from "@/lib/contract/areas.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { classNames } from "@/components/ui/class-names.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import type { OverviewCapabilities, readOverview } from "@/lib/portal/queries/overview.ts";
import type { SetupItem } from "@/lib/portal/queries/setup.ts";
import { AreaToday } from "./area-today.tsx";
import { useTranslations } from "next-intl";

/** The height that is kept free until the browser has read the advice, so that nothing below it moves. */
const ADVICE_SPACE = "min-h-128 sm:min-h-50";

const describe = ["status", "forecast", "summaries"] as const;

/** Says what is missing here because the service behind the portal does not offer it. */
function UnsupportedFeature({ capabilities }: { capabilities: OverviewCapabilities }) {
  const t = useTranslations("overview.notOffered");
  const parts = describe.filter((name) => !capabilities[name]).map((name) => t(name));
  if (parts.length === 0) return null;
  return (
    <p className="mb-4 flex items-start gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted">
      <span aria-hidden className="info-mark mt-0.5 size-4" />
      <span>{t("sentence", { parts: parts.join("; ") })}</span>
    </p>
  );
}

/** The start page of staff: the bidding zone today. */
export function StaffOverview({
  zone,
  capabilities,
  mayIssue,
  pending,
  setup,
  advice,
  data,
  problem,
}: {
  zone: Area;
  capabilities: OverviewCapabilities;
  mayIssue: boolean;
  /** The controls that await approval. */
  pending: ApprovalRequest[];
  /** What a new installation still needs; null once it has all of it. */
  setup: SetupItem[] | null;
  /** Null where the server did not have it in time. */
  advice: AnswerOf<"getBiddingZoneAdvice"> | null;
  data: Awaited<ReturnType<typeof readOverview>> | null;
  problem: Problem | null;
}) {
  const t = useTranslations("overview");
  const issue = mayIssue && <CreateLink href="/controls/new">{t("issue")}</CreateLink>;
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("zone", { zone: zone.id })} actions={issue} />
      {setup && <FirstSteps items={setup} />}
      <PendingApprovalsLink requests={pending} now={Date.now()} />
      {capabilities.advice && (
        <div className={classNames("mb-4", !advice && ADVICE_SPACE)}>
          <AdviceCard
            zoneId={zone.id}
            mayIssue={mayIssue}
            initial={advice}
            serverNow={Date.now()}
          />
        </div>
      )}
      <UnsupportedFeature capabilities={capabilities} />
      {problem && <LoadError problem={problem} />}
      {data && (
        <AreaToday
          area={zone}
          title={t("injectionIn", { zone: zone.id })}
          capabilities={capabilities}
          {...data}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
