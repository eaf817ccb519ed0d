"use client";

import {
  type ComponentType,
  memo,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { lazyWithRetry, type Load } from "./dynamic.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** How long after navigation a page is considered idle (ms). */
const IDLE_AFTER_MS = 5_000;

/** How long it takes until the page is idle, in milliseconds; 0 once it is. */
export const delayUntilIdle = (): number => Math.max(0, IDLE_AFTER_MS - performance.now());

/** How far above the lower edge of the viewport an element has to be to count as visible. */
const LOWER_EDGE = "0px 0px -10% 0px";

/**
 * Whether a component may be rendered. On a page from the server it waits until its placeholder (the
 * first element within `ref`) is visible, the Tab key is pressed, or the page is idle and `prefetch`
 * succeeded; if that fails it waits to be visible. After a client navigation it is rendered at once.
 */
function useDeferredMount(prefetch: () => Promise<unknown>) {
  const [isStarted, setStarted] = useState(useHydrated());
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const placeholder = ref.current?.firstElementChild;
    if (isStarted || !placeholder) return;
    // Rendered in slices: what is deferred is long.
    const start = () => startTransition(() => setStarted(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) start();
      },
      { rootMargin: LOWER_EDGE },
    );
    observer.observe(placeholder);
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && start();
    addEventListener("keydown", onKey);
    const idle = setTimeout(() => void prefetch().then(start, () => undefined), delayUntilIdle());
    return () => {
      observer.disconnect();
      removeEventListener("keydown", onKey);
      clearTimeout(idle);
    };
  }, [isStarted, prefetch]);
  return { ref, isStarted };
}

/**
 * A component that the server does not render, as it needs a canvas or the browser's data. `Placeholder`
 * takes its place until its code is loaded, which starts once the placeholder is visible or the page idle.
 */
export function dynamicOnVisible<Props extends object>(
  load: Load<Props>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> {
  const Lazy = lazyWithRetry(load);
  function DynamicOnVisible(props: Props) {
    const { ref, isStarted } = useDeferredMount(load);
    if (!isStarted) {
      return (
        <div ref={ref} className="contents">
          <Placeholder {...props} />
        </div>
      );
    }
    return (
      <Suspense fallback={<Placeholder {...props} />}>
        <Lazy {...props} />
      </Suspense>
    );
  }
  return memo(DynamicOnVisible) as unknown as ComponentType<Props>;
}
