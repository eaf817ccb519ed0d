import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { ApprovalRequests } from "@/components/controls/approvals/approval-requests.dynamic.tsx";
import { PauseButton } from "@/components/controls/pause/pause-button.dynamic.tsx";
import { LoadError } from "@/components/layout/load-error.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { ControlsTable } from "./controls-table.tsx";

/** The controls page of staff: approval requests, and all controls. */
export function StaffControls({
  mayIssue,
  mayPause,
  requests,
  table,
  problem,
  serverNow,
}: {
  mayIssue: boolean;
  /** Whether controls can be paused now. */
  mayPause: boolean;
  /** Null where the service has no approval requests. */
  requests: Omit<ComponentProps<typeof ApprovalRequests>, "serverNow"> | null;
  table: Pick<
    ComponentProps<typeof ControlsTable>,
    "page" | "groups" | "query" | "capabilities"
  > | null;
  problem: Problem | null;
  serverNow: number;
}) {
  const t = useTranslations("controls");
  const issue = mayIssue && <CreateLink href="/controls/new">{t("issue")}</CreateLink>;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <ButtonLink href="/controls/timeline">{t("timeline.open")}</ButtonLink>
            {mayPause && <PauseButton kind="pause" />}
            {issue}
          </>
        }
      />
      {requests && <ApprovalRequests {...requests} serverNow={serverNow} />}
      {problem && <LoadError problem={problem} />}
      {table && <ControlsTable {...table} mayIssue={mayIssue} serverNow={serverNow} />}
    </>
  );
}
