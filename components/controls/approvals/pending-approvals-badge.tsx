import { useTranslations } from "next-intl";
import { NavCount } from "@/components/layout/nav-count.tsx";
import { Link } from "@/components/ui/link.tsx";
import { toMillis } from "@/lib/time/instant.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Labels } from "@/components/controls/control-view-model.ts";
import { pendingStyle } from "../pending-style.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { toneInk } from "@/components/ui/tone.ts";

const { tone, icon: Icon } = pendingStyle;

/** How many controls wait for a second person, and until when the first of them does. */
function describePendingApprovals(
  requests: readonly ApprovalRequest[],
  now: number,
  { t, f }: Labels,
): string {
  const first = Math.min(...requests.map(({ expires_at }) => toMillis(expires_at)));
  const count = requests.length;
  return t("requests.pending", { count, shown: f.count(count), time: f.besideTime(first, now) });
}

/** A line that links to the pending approvals; renders nothing where there are none. */
export function PendingApprovalsLink({
  requests,
  now,
}: {
  requests: readonly ApprovalRequest[];
  now: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  return (
    <div role="status">
      {requests.length > 0 && (
        <p className="mb-4 flex items-center gap-2 rounded-lg border border-warn/40 bg-warn/10 px-4 py-2">
          <Icon aria-hidden className={classNames("size-4 shrink-0", toneInk[tone])} />
          <Link className="link min-h-6 content-center" href="/controls">
            {describePendingApprovals(requests, now, { t, f })}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The number of pending approvals, for the navigation; nothing where there are none. */
export function PendingApprovalsBadge({ requests }: { requests: readonly ApprovalRequest[] }) {
  const t = useTranslations("controls.requests");
  const f = useFormats();
  const count = requests.length;
  const label = t("pendingCount", { count, shown: f.count(count) });
  return <NavCount count={count} label={label} tone={tone} />;
}
