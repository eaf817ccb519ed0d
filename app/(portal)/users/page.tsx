import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InviteButton } from "@/components/users/invite-button.tsx";
import { PendingInvitations } from "@/components/users/pending-invitations.tsx";
import { UsersTable } from "@/components/users/users-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getPortalDeps } from "@/lib/portal/client/portal-client.ts";
import { readStaff } from "@/lib/portal/users/users.ts";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("users"))("title") };
}

async function PeoplePage() {
  const user = await requireLevel("admin");
  const t = await getTranslations("users");
  const { data, problem } = await load(() => readStaff(getPortalDeps(), user));
  return (
    <>
      <PageHeader title={t("title")} actions={<InviteButton invitee={{ role: "staff" }} />} />
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <div className="rounded-lg border border-line bg-surface">
            <UsersTable users={data.users} isStaff ownId={user.id} />
          </div>
          <ListCard
            title={t("invitations.title")}
            noun={t("invitations.noun")}
            rowCount={data.invitations.length}
            total={data.invitations.length}
            empty={t("invitations.none")}
          >
            <PendingInvitations invitations={data.invitations} />
          </ListCard>
        </div>
      )}
    </>
  );
}

export default withMessages("/users", PeoplePage);
