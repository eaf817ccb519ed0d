"use client";

import { useSignedOut } from "@/components/api/session-expiry.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";

/** Its code is fetched once it is needed. */
const SignedOutBanner = dynamic(
  async () => (await import("./signed-out-banner.tsx")).SignedOutBanner,
);

/** The line on top of a page once the session behind it has ended. */
export function SignedOut() {
  const isOut = useSignedOut();
  return (
    <div role="status" className="sticky top-0 z-20">
      {isOut && <SignedOutBanner />}
    </div>
  );
}
