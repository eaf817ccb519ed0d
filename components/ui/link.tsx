"use client";

import NextLink, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another page. Pages are made per request and are not fetched ahead; while one is on
 * its way, a line grows along the top of the window.
 */
export function Link({ children, ...rest }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink prefetch={false} {...rest}>
      {children}
      <PendingIndicator />
    </NextLink>
  );
}

function PendingIndicator() {
  const { pending } = useLinkStatus();
  return pending ? <span aria-hidden className="underway" /> : null;
}
