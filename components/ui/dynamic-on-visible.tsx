"use client";

import { type ComponentType, memo, Suspense, useEffect, useRef, useState } from "react";
import { lazyWithRetry, type Load } from "./dynamic.tsx";
import { delayUntilIdle } from "./idle-delay.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Part of the screen's height, at its lower edge, that a part has to pass to be in sight. */
const LOWER_EDGE = "0px 0px -10% 0px";

/**
 * Whether a part of the page may start. One that came with the page waits until what stands in for it
 * (the first element within `ref`) is in sight, somebody goes through the page by keys, or the page
 * stands, so that it takes no time from what is looked at; what cannot be fetched unseen then waits
 * to be in sight. Elsewhere it starts at once.
 */
function useDeferredMount(fetchUnseen: () => Promise<unknown>) {
  const [isTurn, setTurn] = useState(useHydrated());
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const standIn = ref.current?.firstElementChild;
    if (isTurn || !standIn) return;
    const start = () => setTurn(true);
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) start();
      },
      { rootMargin: LOWER_EDGE },
    );
    sight.observe(standIn);
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && start();
    addEventListener("keydown", onKey);
    const unseen = setTimeout(
      () => void fetchUnseen().then(start, () => undefined),
      delayUntilIdle(),
    );
    return () => {
      sight.disconnect();
      removeEventListener("keydown", onKey);
      clearTimeout(unseen);
    };
  }, [isTurn, fetchUnseen]);
  return { ref, isTurn };
}

/**
 * For a component that the server does not render, since it needs a canvas or the browser's data.
 * `StandIn` takes its place until its code is loaded, which starts once `StandIn` is visible.
 */
export function dynamicOnVisible<Props extends object>(
  load: Load<Props>,
  StandIn: ComponentType,
): ComponentType<Props> {
  const Part = lazyWithRetry(load);
  function Afterwards(props: Props) {
    const { ref, isTurn } = useDeferredMount(load);
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
