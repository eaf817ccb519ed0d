import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ControlNotices } from "@/components/controls/pause/control-notices.tsx";
import { AlertBell } from "@/components/alerts/alert-bell.tsx";
import { PendingApprovalsBadge } from "@/components/controls/approvals/pending-approvals-badge.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";
import { AccountLanguageSwitch } from "@/components/account/account-language-switch.tsx";
import { SearchAndCommands } from "@/components/palette/search-and-commands.tsx";
import { NoticeBadge } from "@/components/notices/notice-badge.tsx";
import { Shell } from "@/components/layout/shell.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { getServiceUnavailableSince } from "@/lib/portal/http/readiness.ts";
import { requireUser, type User } from "@/lib/portal/auth/session.ts";
import { readBell } from "@/lib/portal/queries/alerts.ts";
import { readLanguageOwner } from "@/lib/portal/queries/account.ts";
import { countNewNotices } from "@/lib/portal/queries/notices.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getPauseRights, getSearchableLists } from "@/lib/portal/queries/searchable-lists.ts";
import { pendingApprovals, readControlNotices } from "@/lib/portal/queries/staff-controls.ts";

const StaffNotices = async ({ user }: { user: User }) => (
  <ControlNotices {...await readControlNotices(user)} />
);

const PendingCount = async () => (
  <PendingApprovalsBadge requests={(await pendingApprovals())?.data ?? []} />
);

const NewNotices = async ({ user }: { user: User }) => (
  <NoticeBadge count={await countNewNotices(user)} />
);

const Palette = async ({ user }: { user: User }) => {
  const [portal, customer] = await Promise.all([createPortalClient(user), readLanguageOwner(user)]);
  return (
    <SearchAndCommands
      reader={user.level ?? "customer"}
      searchable={getSearchableLists(portal)}
      pauseRights={getPauseRights(portal)}
      customer={customer}
    />
  );
};

const StaffAlerts = async ({ user }: { user: User }) => {
  const bell = await readBell(user);
  return bell && <AlertBell {...bell} />;
};

const LanguageButton = async ({ user }: { user: User }) => (
  <AccountLanguageSwitch customer={await readLanguageOwner(user)} />
);

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const { name, level } = user;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <MessagesProvider of="portal">
      <Shell
        user={{ name, reader: level ?? "customer" }}
        theme={theme}
        serviceUnavailable={getServiceUnavailableSince()}
        notice={level && <StaffNotices user={user} />}
        language={<LanguageButton user={user} />}
        palette={<Palette user={user} />}
        bell={level && <StaffAlerts user={user} />}
        badges={level ? { controls: <PendingCount /> } : { notices: <NewNotices user={user} /> }}
      >
        {children}
      </Shell>
    </MessagesProvider>
  );
}
