"use client";

import { lazy, Suspense, useState, type ComponentType } from "react";
import { ChunkError } from "./chunk-error.tsx";

/** How the code of a component is fetched. */
export type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A component that is fetched when it is first drawn. One that cannot be fetched says so in its own
 * place, and is fetched anew on request; React by itself would take the page, and remember.
 */
export function lazyWithRetry<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const unfetched = () =>
    lazy(() =>
      load().then(
        (fetched) => ({ default: fetched }),
        () => ({ default: Lost }),
      ),
    );
  let Part: ComponentType<Props> = unfetched();
  function Lost(props: Props) {
    const [Again, setAgain] = useState<ComponentType<Props> | null>(null);
    if (Again) return <Again {...props} />;
    const retry = () => {
      Part = unfetched();
      setAgain(() => Part);
    };
    return <ChunkError onRetry={retry} />;
  }
  return function Lazily(props: Props) {
    return <Part {...props} />;
  };
}

/** On the server it is there before the first page is drawn, which would come without it. */
function preloadOnServer<Props extends object>(load: Load<Props>): void {
  if (typeof window === "undefined") void load();
}

/**
 * A component whose code is fetched after the page that shows it; the rest of the page does not wait.
 * What the server draws of it stays until then, and nothing stands in for it.
 */
export function dynamic<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazyWithRetry(load);
  preloadOnServer(load);
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * The same for a part that much stands below: React sends what is long in a boundary of its own after
 * the page, which would then move. So it has none, and the page waits for its code before it listens.
 */
export function dynamicBlocking<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazyWithRetry(load);
  preloadOnServer(load);
  return function InPlace(props: Props) {
    return <Part {...props} />;
  };
}
