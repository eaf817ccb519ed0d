"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useLayoutEffect, useRef, useTransition } from "react";
import { tableHref, type TableChanges } from "./table-state.ts";

/** The address that holds a list's state: where changes of it lead, and going there. */
export function useTableUrlState() {
  const pathname = usePathname();
  const params = useSearchParams();
  const router = useRouter();
  const [pending, start] = useTransition();
  /** The parameters of the last change, until the page has them: the next change builds on them. */
  const requested = useRef<URLSearchParams | null>(null);
  useLayoutEffect(() => {
    requested.current = null;
  }, [params]);

  const go = (method: "push" | "replace") => (changes: TableChanges) => {
    const url = tableHref(pathname, new URLSearchParams(requested.current ?? params), changes);
    requested.current = new URLSearchParams(url.split("?")[1]);
    start(() => router[method](url, { scroll: false }));
  };
  return {
    params,
    pending,
    href: (changes: TableChanges) => tableHref(pathname, new URLSearchParams(params), changes),
    push: go("push"),
    replace: go("replace"),
  };
}

export type TableUrlState = ReturnType<typeof useTableUrlState>;
