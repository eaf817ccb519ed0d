"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTransition } from "react";
import { tableHref, type TableChanges } from "./table-state.ts";

/** The address that holds a list's state: where changes of it lead, and going there. */
export function useTableUrlState() {
  const pathname = usePathname();
  const params = useSearchParams();
  const router = useRouter();
  const [pending, start] = useTransition();
  const href = (changes: TableChanges) => tableHref(pathname, new URLSearchParams(params), changes);

  return {
    params,
    pending,
    href,
    push: (changes: TableChanges) => start(() => router.push(href(changes), { scroll: false })),
    replace: (changes: TableChanges) =>
      start(() => router.replace(href(changes), { scroll: false })),
  };
}

export type TableUrlState = ReturnType<typeof useTableUrlState>;
