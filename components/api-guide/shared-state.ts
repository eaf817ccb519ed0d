"use client";

import { useSyncExternalStore } from "react";

/** A value all parts of one page share; it lives in the page's memory only and ends with it. */
export function createSharedState<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return (): [T, (next: T) => void] => [
    useSyncExternalStore(
      subscribe,
      () => value,
      () => initial,
    ),
    set,
  ];
}
