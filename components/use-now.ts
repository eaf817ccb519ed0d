"use client";

import { useEffect, useState } from "react";

/**
 * The browser's clock in milliseconds, read again every `every` milliseconds; `initial` (null
 * unless given) until the page runs, so that server and browser draw the same first page.
 */
export function useNow(every: number): number | null;
export function useNow(every: number, initial: number): number;
export function useNow(every: number, initial: number | null = null): number | null {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const read = () => setNow(Date.now());
    read();
    const timer = setInterval(read, every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
