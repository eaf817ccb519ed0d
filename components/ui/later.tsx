"use client";

import { lazy, Suspense, type ComponentType } from "react";

/**
 * A component whose code is fetched once it is shown, for what opens when somebody acts; nothing
 * stands in for it. What the server draws takes `lazy` alone: a boundary around it would let the page
 * come without it first.
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
