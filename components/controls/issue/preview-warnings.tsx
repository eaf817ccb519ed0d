"use client";

import { ExternalLink, Info, Layers2, UserRoundX, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { classNames } from "@/components/ui/class-names.ts";
import type { ControlPreview, OverlappingControl } from "@/lib/contract/controls.ts";
import { TypeName } from "../type-name.tsx";
import { getCountedExclusions, targetTitle } from "../control-view-model.ts";
import type { Labels } from "../control-view-model.ts";
import { pendingStyle } from "../pending-style.ts";

const MAX_OVERLAPS = 5;
/** Changes below this (kW) are negligible. */
const NEGLIGIBLE_KW = 0.005;

/** A warning that a plan counts on locations that may not be listening. */
export const noRecentDataMessage = (noRecentData: number, { t, f }: Labels): string =>
  t("preview.noRecentData", { count: noRecentData, shown: f.count(noRecentData) });

function Note({
  icon: Icon,
  warns = false,
  children,
}: {
  icon: typeof Info;
  warns?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={classNames("flex items-start gap-2", warns ? "text-warn" : "text-muted")}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function Overlaps({ overlaps, more }: { overlaps: OverlappingControl[]; more: number }) {
  const t = useTranslations("controls");
  const f = useFormats();
  return (
    <ul aria-label={t("preview.overlapping")} className="mt-1 flex flex-col gap-0.5 text-ink">
      {overlaps.map(({ id, type, target, time_from, effective_to }) => (
        <li key={id}>
          <a
            className="inline-flex min-h-6 flex-wrap items-center gap-x-2 underline-offset-3 hover:underline"
            href={`/controls/${encodeURIComponent(id)}`}
            target="_blank"
            rel="noreferrer"
          >
            <TypeName type={type} />
            <span className="text-muted">
              {[targetTitle(target, t), f.window(time_from, effective_to)].join(" · ")}
            </span>
            <ExternalLink aria-hidden className="size-3.5 text-muted" />
            <span className="sr-only">{t("preview.newTab")}</span>
          </a>
        </li>
      ))}
      {more > 0 && <li className="text-muted">{t("preview.moreOverlaps", { count: more })}</li>}
    </ul>
  );
}

function ApprovalNote({
  reasons,
  takesRequests,
}: {
  reasons: NonNullable<ControlPreview["approval"]>;
  takesRequests: boolean;
}) {
  const t = useTranslations("controls.approval");
  const messages = useProblemMessages();
  return (
    <Note icon={pendingStyle.icon} warns>
      {t(takesRequests ? "needed" : "notOffered")}
      <ul className="mt-1 flex flex-col gap-0.5 text-ink">
        {reasons.map((reason) => (
          <li key={reason.code}>{messages.remark({ pointer: "#", ...reason })}</li>
        ))}
      </ul>
    </Note>
  );
}

/**
 * The warnings before a control is issued: required approval, excluded locations, locations without
 * recent data, and overlapping controls.
 */
export function PreviewWarnings({
  preview,
  takesRequests,
}: {
  preview: ControlPreview;
  /** What takes a second person can be requested here. */
  takesRequests: boolean;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const {
    unsupported,
    no_recent_data: noRecentData,
    overlapping,
    overlaps,
    locations,
    results,
  } = preview;
  const { approval = [], excluded = [] } = preview;
  const changesNothing = results.every(({ delta }) => Math.abs(delta) < NEGLIGIBLE_KW);
  const counted = (count: number) => ({ count, shown: f.count(count) });
  const listed = overlaps.slice(0, MAX_OVERLAPS);
  return (
    <ul className="flex flex-col gap-2 empty:hidden">
      {approval.length > 0 && <ApprovalNote reasons={approval} takesRequests={takesRequests} />}
      {overlapping > 0 && (
        <Note icon={Layers2} warns>
          {t("preview.overlaps", counted(overlapping))}
          <Overlaps overlaps={listed} more={overlapping - listed.length} />
        </Note>
      )}
      {noRecentData > 0 && (
        <Note icon={WifiOff} warns>
          {noRecentDataMessage(noRecentData, { t, f })}
        </Note>
      )}
      {locations > 0 && changesNothing && <Note icon={Info}>{t("preview.nothingChanges")}</Note>}
      {locations === 0 && excluded.length === 0 && <Note icon={Info}>{t("preview.nobody")}</Note>}
      {getCountedExclusions(excluded).map(({ reason, customers }) => (
        <Note key={reason} icon={UserRoundX}>
          {t(`preview.excluded.${reason}`, counted(customers))}
        </Note>
      ))}
      {locations > 0 && unsupported > 0 && (
        <Note icon={Info}>{t("preview.unsupported", counted(unsupported))}</Note>
      )}
    </ul>
  );
}
