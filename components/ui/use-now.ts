"use client";

import { useEffect, useState } from "react";

/**
 * The browser's clock in milliseconds, read again every `every` milliseconds; `initial` (null
 * unless given) until it is older than that, so that server and browser render the same first page.
 */
export function useNow(every: number): number | null;
export function useNow(every: number, initial: number): number;
export function useNow(every: number, initial: number | null = null): number | null {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const read = () => setNow(Date.now());
    // A value younger than that is kept: rendering everything again would block the page.
    setNow((current) =>
      current !== null && Math.abs(Date.now() - current) < every ? current : Date.now(),
    );
    const timer = setInterval(read, every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
