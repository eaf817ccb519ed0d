"use client";

import { useSyncExternalStore } from "react";

let signedOut = false;
const watchers = new Set<() => void>();

function watch(changed: () => void) {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Whether the portal's latest answer was that nobody is signed in here any more. */
export const isSignedOut = (): boolean => signedOut;

/** Takes from an answer whether somebody is signed in; most failures say nothing of it. */
export function updateSessionState({ ok, status }: Pick<Response, "ok" | "status">): void {
  const isOut = status === 401;
  if (isOut === signedOut || !(ok || isOut)) return;
  signedOut = isOut;
  for (const changed of watchers) changed();
}

/** The same for what is drawn. */
export const useSignedOut = (): boolean => useSyncExternalStore(watch, isSignedOut, () => false);
