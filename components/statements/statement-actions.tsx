"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { send } from "@/components/api/operation-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { Button, buttonClass } from "@/components/ui/button.tsx";
import { statementHref } from "./statement-href.ts";

/** Opens what is folded, so that paper has all of it. */
function openDetails(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}

/** Prints the page; a browser saves it as PDF. Its menu prints the same. */
export function PrintButton({ label }: { label: string }) {
  useEffect(() => {
    window.addEventListener("beforeprint", openDetails);
    return () => window.removeEventListener("beforeprint", openDetails);
  }, []);
  return <Button onClick={() => window.print()}>{label}</Button>;
}

/** Downloads a file. */
export function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a download href={href} className={buttonClass({})}>
      {children}
    </a>
  );
}

/** Issues the statement after a confirmation, and shows the version. */
export function IssueButton({
  label,
  title,
  description,
  month,
  customerId,
  zone,
}: {
  label: string;
  title: string;
  description: string;
  month: string;
  customerId: string | null;
  zone: string;
}) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { isPending, problem, run } = useAction();
  const issue = async () => {
    const { version } =
      customerId === null
        ? await send("issueBiddingZoneStatement", {
            params: { bidding_zone_id: zone, month },
            body: {},
          })
        : await send("issueCustomerStatement", {
            params: { customer_id: customerId, month },
            body: {},
          });
    router.push(
      statementHref({ month, customer: customerId ?? undefined, version: version ?? undefined }),
    );
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <DialogForm
          form={{
            pending: isPending,
            problem,
            submit: (event) => {
              event?.preventDefault();
              void run(issue);
            },
          }}
          title={title}
          description={description}
          action={label}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
