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
import type { AdviceSpace } from "@/lib/portal/queries/advice-space.ts";
import type { OverviewCapabilities, readOverview } from "@/lib/portal/queries/overview.ts";
import type { SetupItem } from "@/lib/portal/queries/setup.ts";
import { AreaToday } from "./area-today.tsx";
import { useTranslations } from "next-intl";

/** The height that is kept free until the advice is there, so that nothing below it moves. */
const adviceSpaces = {
  short: "min-h-58 sm:min-h-36",
  missing: "min-h-130 sm:min-h-73",
  long: "min-h-128 sm:min-h-50",
} as const satisfies Record<AdviceSpace, string>;

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
  adviceSpace,
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
  adviceSpace: AdviceSpace;
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
        <div className={classNames("mb-4", adviceSpaces[adviceSpace])}>
          <AdviceCard zoneId={zone.id} mayIssue={mayIssue} />
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
