import type { Metadata } from "next";
import { AccountFacts } from "@/components/account/account-facts.tsx";
import { CustomerForm } from "@/components/customers/customer-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { load } from "../load.tsx";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const user = await requireUser();
  return (
    <>
      <PageHeader title="Account" />
      <div className="grid gap-5">
        <AccountFacts user={{ name: user.name, email: user.email, role: user.role }} />
        {user.customerId !== null && <OwnDetails customerId={user.customerId} />}
      </div>
    </>
  );
}

async function OwnDetails({ customerId }: { customerId: string }) {
  const user = await requireUser();
  const { directory } = await openPortal(user);
  const { data: customer, failure } = await load(() => directory.getCustomer(customerId));
  if (failure) return failure;
  return (
    <Card title="Your details" className="max-w-3xl">
      <CustomerForm customer={customer ?? { id: customerId, name: user.name }} groups={null} />
    </Card>
  );
}
