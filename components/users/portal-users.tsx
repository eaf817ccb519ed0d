import { useTranslations } from "next-intl";
import { ListCard } from "@/components/table/list-card.tsx";
import type { PortalUsers } from "@/lib/portal/users/users.ts";
import { InviteButton } from "./invite-button.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { UsersTable } from "./users-table.tsx";

/** The portal users of a customer, its pending invitations, and inviting another. */
export function PortalUsersCard({
  customer,
  access: { users, invitations },
}: {
  customer: { id: string; name: string; email?: string };
  access: PortalUsers;
}) {
  const t = useTranslations("users");
  const { id: customerId, name, email = "" } = customer;
  const invite = (
    <InviteButton
      invitee={{ role: "customer", customerId, name, email }}
      again={invitations.length > 0}
    />
  );
  return (
    <ListCard
      title={t("access.title")}
      noun={t("noun")}
      rowCount={users.length + invitations.length}
      total={users.length}
      actions={invite}
      empty={t("access.none")}
    >
      {users.length > 0 && (
        <div className="border-t border-line">
          <UsersTable users={users} isStaff={false} />
        </div>
      )}
      {invitations.length > 0 && (
        <section className="border-t border-line pt-3">
          <h3 className="px-4 pb-1 font-medium sm:px-5">{t("invitations.title")}</h3>
          <PendingInvitations invitations={invitations} />
        </section>
      )}
    </ListCard>
  );
}
