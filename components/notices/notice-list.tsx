import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import { SkipNotice } from "./skip-notice.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import { getNoticeReasonKey } from "@/lib/controls/reason-text.ts";
import type { NoticeKind } from "@/lib/portal/db/schema-notices.ts";

/** A notice as a page shows it. */
export interface NoticeItem {
  id: string;
  kind: NoticeKind;
  type: ControlType;
  timeFrom: Date;
  timeTo: Date;
  controlId: string;
  reason: ControlReason | null;
  /** Whether the customer skips the control; undefined where there is nothing to choose. */
  isSkipped: boolean | undefined;
  createdAt: Date;
  sentAt: Date | null;
  isNew: boolean;
}

/** The notices of a customer, newest first. */
export function NoticeList({
  notices,
  customerId,
}: {
  notices: readonly NoticeItem[];
  customerId: string;
}) {
  const t = useTranslations("notices");
  if (notices.length === 0) return <Empty title={t("empty")} />;
  return (
    <ul className="grid grid-cols-1 gap-3">
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeCard notice={notice} customerId={customerId} />
        </li>
      ))}
    </ul>
  );
}

function NoticeCard({ notice, customerId }: { notice: NoticeItem; customerId: string }) {
  const t = useTranslations("notices");
  const home = useTranslations("customerHome");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const { kind, type, timeFrom, timeTo, createdAt, sentAt, isNew, isSkipped } = notice;
  const reason = getNoticeReasonKey(notice);
  const window = {
    day: f.day(timeFrom),
    times: f.times(timeFrom.getTime(), timeTo.getTime()),
    end: f.time(timeTo),
    type: types(`${type}.plain`),
  };
  return (
    <Card className={isNew ? "border-line-strong" : ""}>
      <p className="font-semibold">{t(`${kind}.title`)}</p>
      <p>{t(`${kind}.text`, window)}</p>
      {reason && <p className="mt-1 text-muted">{t("why", { reason: home(reason) })}</p>}
      {isSkipped !== undefined && (
        <SkipNotice customerId={customerId} controlId={notice.controlId} isSkipped={isSkipped} />
      )}
      <p className="mt-1 text-xs text-muted">
        {f.moment(createdAt)}
        {sentAt && ` · ${t("sent")}`}
      </p>
    </Card>
  );
}
