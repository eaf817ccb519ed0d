"use client";

import { useEffect, useState } from "react";

/** A value once it has stood still for a while (milliseconds): what was typed, after the typing. */
export function useDebouncedValue<T>(value: T, pause = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
