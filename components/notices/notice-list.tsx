import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlType } from "@/lib/contract/controls.ts";
import type { NoticeKind } from "@/lib/portal/db/schema-notices.ts";

/** A notice as a page shows it. */
export interface NoticeItem {
  id: string;
  kind: NoticeKind;
  type: ControlType;
  timeFrom: Date;
  timeTo: Date;
  createdAt: Date;
  sentAt: Date | null;
  isNew: boolean;
}

/** The notices of a customer, newest first. */
export function NoticeList({ notices }: { notices: readonly NoticeItem[] }) {
  const t = useTranslations("notices");
  if (notices.length === 0) return <Empty title={t("empty")} />;
  return (
    <ul className="grid grid-cols-1 gap-3">
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeCard notice={notice} />
        </li>
      ))}
    </ul>
  );
}

function NoticeCard({ notice }: { notice: NoticeItem }) {
  const t = useTranslations("notices");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const { kind, type, timeFrom, timeTo, createdAt, sentAt, isNew } = notice;
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
      <p className="mt-1 text-xs text-muted">
        {f.moment(createdAt)}
        {sentAt && ` · ${t("sent")}`}
      </p>
    </Card>
  );
}
