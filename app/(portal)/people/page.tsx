import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InviteButton } from "@/components/people/invite-button.tsx";
import { PendingInvitations } from "@/components/people/pending-invitations.tsx";
import { PeopleTable } from "@/components/people/people-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { foundation } from "@/lib/portal/door.ts";
import { readStaff } from "@/lib/portal/people.ts";
import { requireLevel } from "@/lib/portal/session.ts";
import { load } from "../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people"))("title") };
}

export default async function PeoplePage() {
  const user = await requireLevel("admin");
  const t = await getTranslations("people");
  const { data, failure } = await load(() => readStaff(foundation(), user));
  return (
    <>
      <PageHeader title={t("title")} actions={<InviteButton invitee={{ role: "staff" }} />} />
      {failure ?? (
        <div className="grid grid-cols-1 gap-5">
          <div className="rounded-lg border border-line bg-surface">
            <PeopleTable people={data.people} isStaff ownId={user.id} />
          </div>
          <ListCard
            title={t("invitations.title")}
            noun={t("invitations.noun")}
            shown={data.invitations.length}
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
