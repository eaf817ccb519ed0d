"use client";

import { useRouter } from "next/navigation";
import { SkipButton } from "@/components/customer-home/skip-button.tsx";

/** Lets a customer skip the request of a notice, or take part after all. */
export function SkipNotice(props: { customerId: string; controlId: string; isSkipped: boolean }) {
  const router = useRouter();
  return (
    <div className="mt-3">
      <SkipButton {...props} onChange={() => router.refresh()} />
    </div>
  );
}
