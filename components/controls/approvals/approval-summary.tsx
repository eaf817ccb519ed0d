"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { ImpactSummary, type ImpactInput } from "../issue/impact-summary.tsx";
import type { IssueCapabilities } from "@/lib/portal/queries/issue-capabilities.ts";
import { PreviewWarnings } from "../issue/preview-warnings.tsx";
import type { RequestPreview } from "./use-request-preview.ts";
import { toBodyTimes, parseWindow } from "../window.ts";

/** A request as the order that its approval issues, with the window it gets then. */
function toPendingSubmission(
  request: ApprovalRequest,
  previewed: RequestPreview["preview"],
  now: number,
): ImpactInput["order"] {
  const { type, reason } = request;
  const window = parseWindow(previewed ?? request);
  const body = { type, ...toBodyTimes(parseWindow(request), now) };
  return { type, reason, approval: false, window, body };
}

/** What was foreseen when it was requested, to be held against what is foreseen now. */
function PreviewAtRequest({ request }: { request: ApprovalRequest }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const counted = (what: "devices" | "locations") =>
    t(`confirm.${what}`, { count: request[what], shown: f.count(request[what]) });
  const energy = f.kwh(request.energy_kwh, { signed: true });
  const [devices, locations] = [counted("devices"), counted("locations")];
  return <p className="text-muted">{t("requests.asRequested", { energy, devices, locations })}</p>;
}

function NotPreviewed() {
  const t = useTranslations("controls.requests");
  return (
    <p className="flex items-start gap-2 text-warn">
      <span aria-hidden className="info-mark mt-0.5 size-4" />
      {t("notPreviewed")}
    </p>
  );
}

/**
 * What approving does: as foreseen now, beside what was foreseen then. Where the service offers no
 * preview, what was foreseen then, and that it is no more than that.
 */
export function ApprovalSummary({
  request,
  previewed,
  capabilities,
  now,
}: {
  request: ApprovalRequest;
  previewed: RequestPreview;
  capabilities: Pick<IssueCapabilities, "cancel" | "reason">;
  now: number;
}) {
  const t = useTranslations("controls");
  const { offered, preview, problem, retry } = previewed;
  const impact = {
    order: toPendingSubmission(request, preview, now),
    canCancel: capabilities.cancel,
    takesReason: capabilities.reason,
  };
  return (
    <div className="flex flex-col gap-3 text-ink">
      <p>{t("requests.approveHint", { who: request.requested_by })}</p>
      {!offered && <ImpactSummary {...impact} preview={request} notes={<NotPreviewed />} />}
      {preview && (
        <>
          <ImpactSummary
            {...impact}
            preview={preview}
            notes={<PreviewWarnings preview={{ ...preview, approval: [] }} takesRequests />}
          />
          <PreviewAtRequest request={request} />
        </>
      )}
      {offered && !preview && (
        <>
          {problem ? (
            <Failure problem={problem} onRetry={retry} />
          ) : (
            <Loading label={t("preview.loading")} />
          )}
        </>
      )}
    </div>
  );
}
