"use client";

import { useEffect, useRef, useState } from "react";
import type { TableUrlState } from "./use-table-url-state.ts";

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
