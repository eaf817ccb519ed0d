"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useLayoutEffect, useMemo, useRef, useTransition, useEffect, useState } from "react";
import { tableHref, type TableChanges } from "./table-state.ts";

const PAUSE = 300;

/** A text of the address that is typed: the address follows after a pause of 300 ms. */
export function useDebouncedParam(name: string, address: TableUrlState) {
  const inAddress = address.params.get(name) ?? "";
  const [typed, setTyped] = useState(inAddress);
  const followed = useRef(inAddress);

  useEffect(() => {
    if (inAddress !== followed.current) setTyped(inAddress);
    followed.current = inAddress;
  }, [inAddress]);

  useEffect(() => {
    const text = typed.trim();
    if (text === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = text;
      address.replace({ [name]: text });
    }, PAUSE);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}

/** The state of a list in its address: where changes of it lead, and going there. */
export interface TableUrlState {
  params: URLSearchParams;
  href: (changes: TableChanges) => string;
  push: (changes: TableChanges) => void;
  replace: (changes: TableChanges) => void;
}

/** The address that holds a list's state, and whether a change of it is pending. */
export function useTableUrlState(): { address: TableUrlState; pending: boolean } {
  const pathname = usePathname();
  const params = useSearchParams();
  const router = useRouter();
  const [pending, start] = useTransition();
  /** The parameters of the last change, until the page has them: the next change builds on them. */
  const requested = useRef<URLSearchParams | null>(null);
  useLayoutEffect(() => {
    requested.current = null;
  }, [params]);

  const address = useMemo((): TableUrlState => {
    const go = (method: "push" | "replace") => (changes: TableChanges) => {
      const url = tableHref(pathname, new URLSearchParams(requested.current ?? params), changes);
      requested.current = new URLSearchParams(url.split("?")[1]);
      start(() => router[method](url, { scroll: false }));
    };
    return {
      params,
      href: (changes) => tableHref(pathname, new URLSearchParams(params), changes),
      push: go("push"),
      replace: go("replace"),
    };
  }, [pathname, params, router]);
  return { address, pending };
}
