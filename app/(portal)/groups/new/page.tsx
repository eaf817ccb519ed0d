import type { Metadata } from "next";
import { GroupForm } from "@/components/groups/group-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireStaff } from "@/lib/portal/session.ts";

export const metadata: Metadata = { title: "New group" };

export default async function NewGroupPage() {
  await requireStaff();
  return (
    <>
      <PageHeader
        title="New group"
        subtitle="Customers are put into a group on their own page."
        backHref="/groups"
        backLabel="Groups"
      />
      <Card className="max-w-3xl">
        <GroupForm />
      </Card>
    </>
  );
}
