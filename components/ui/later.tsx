"use client";

import { lazy, Suspense, type ComponentType } from "react";

/**
 * A component whose code is fetched after the page; what the server drew of it stays until then, and
 * the rest of the page does not wait. Lighter than `next/dynamic`, which also preloads.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
