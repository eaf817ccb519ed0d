import Link from "next/link";
import type { ReactNode } from "react";

/** The link that names a row: a press anywhere on the row follows it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      data-row-link
      href={href}
      prefetch={false}
      className="inline-block py-0.5 font-medium max-sm:font-semibold underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}

/** A value nobody gave. */
export function NotGiven() {
  return (
    <span data-not-given className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">not given</span>
    </span>
  );
}
