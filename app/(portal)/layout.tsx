import { cookies } from "next/headers";
import type { ComponentProps, ReactNode } from "react";
import { ControlGatePoller } from "@/components/controls/pause/control-gate-poller.tsx";
import { toPauseKey, toPendingKey } from "@/components/controls/pause/control-gate.ts";
import { LateSetpointsBanner } from "@/components/controls/late-setpoints-banner.tsx";
import { PauseBanner } from "@/components/controls/pause/pause-banner.tsx";
import { PendingApprovalsBadge } from "@/components/controls/approvals/pending-approvals-badge.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";
import { Shell } from "@/components/layout/shell.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getServiceAwaySince } from "@/lib/portal/http/service-state.ts";
import { requireUser, type User } from "@/lib/portal/auth/session.ts";
import { prefetch } from "@/lib/portal/queries/prefetch.ts";
import { pendingApprovals } from "@/lib/portal/queries/pending-approvals.ts";

type TextsOf = ComponentProps<typeof MessagesProvider>["of"];

const shared: TextsOf = [
  "account",
  "charts",
  "controls",
  "customers",
  "devices",
  "locations",
  "status",
  "table",
];
const customerTexts: TextsOf = [...shared, "home"];
const staffTexts: TextsOf = [
  ...shared,
  "audit",
  "deliveries",
  "groups",
  "keys",
  "map",
  "overview",
  "people",
];

/**
 * Whether controls are paused and setpoints late, for staff, where the service tells; a watch over that
 * and over the requests that wait.
 */
async function Guard({ user }: { user: User }) {
  const portal = await createPortalClient(user);
  const { supports, isAllowed } = portal;
  const [pause, waiting] = await Promise.all([
    prefetch(portal, "getControlPause", {}),
    pendingApprovals(),
  ]);
  return (
    <>
      {supports("getControlPause") && (
        <>
          <LateSetpointsBanner since={pause?.setpoints_late_since} now={Date.now()} />
          <PauseBanner
            mayResume={isAllowed("resumeControls") && supports("resumeControls")}
            pause={pause}
          />
        </>
      )}
      <ControlGatePoller
        pause={supports("getControlPause") ? pause && toPauseKey(pause) : undefined}
        waiting={supports("listControlRequests") ? waiting && toPendingKey(waiting) : undefined}
      />
    </>
  );
}

const HowManyWait = async () => (
  <PendingApprovalsBadge requests={(await pendingApprovals())?.data ?? []} />
);

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const { name, level } = user;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <MessagesProvider of={level ? staffTexts : customerTexts}>
      <Shell
        user={{ name, reader: level ?? "customer" }}
        theme={theme}
        serviceAway={getServiceAwaySince()}
        notice={level && <Guard user={user} />}
        beside={level ? { controls: <HowManyWait /> } : {}}
      >
        {children}
      </Shell>
    </MessagesProvider>
  );
}
