import { SignOut } from "@/components/shell/sign-out.tsx";
import { Facts } from "@/components/ui/facts.tsx";
import { Card } from "@/components/ui/card.tsx";

const roles = { staff: "Staff", customer: "Customer" };

/** Who is signed in, and the way out. */
export function AccountFacts({
  user,
}: {
  user: { name: string; email: string; role: "staff" | "customer" };
}) {
  return (
    <Card title="Signed in as" actions={<SignOut />} className="max-w-3xl">
      <Facts
        entries={[
          ["Name", user.name],
          ["E-mail", user.email],
          ["Role", roles[user.role]],
        ]}
      />
    </Card>
  );
}
