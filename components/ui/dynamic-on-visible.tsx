"use client";

import { memo, Suspense, type ComponentType } from "react";
import { lazily, type Load } from "./dynamic.tsx";
import { useTurn } from "./use-deferred-mount.ts";

/**
 * As `later` for what the server leaves out, since it needs a canvas or the browser's data: `StandIn`
 * keeps its place until its code is there, which is fetched once that is in sight.
 */
export function afterwards<Props extends object>(
  load: Load<Props>,
  StandIn: ComponentType,
): ComponentType<Props> {
  const Part = lazily(load);
  function Afterwards(props: Props) {
    const { ref, isTurn } = useTurn(load);
    if (!isTurn) {
      return (
        <div ref={ref} className="contents">
          <StandIn />
        </div>
      );
    }
    return (
      <Suspense fallback={<StandIn />}>
        <Part {...props} />
      </Suspense>
    );
  }
  return memo(Afterwards) as unknown as ComponentType<Props>;
}
