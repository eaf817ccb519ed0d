"use client";

import { lazy, Suspense, useSyncExternalStore, type ComponentType } from "react";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

const lazily = <Props extends object>(load: Load<Props>) =>
  lazy(async () => ({ default: await load() }));

/**
 * A component whose code is fetched after the page that shows it; the rest of the page does not wait.
 * What the server draws of it stays until then, and nothing stands in for it, so that nothing below
 * it moves.
 */
export function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazily(load);
  // On the server it is there before the first page is drawn, which would come without it.
  if (typeof window === "undefined") void load();
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

const never = () => () => undefined;

/**
 * The same for what the server leaves out, since it needs a canvas or the browser's data: `StandIn`
 * keeps its place until its code is there.
 */
export function afterwards<Props extends object>(
  load: Load<Props>,
  StandIn: ComponentType,
): ComponentType<Props> {
  const Part = lazily(load);
  return function Afterwards(props: Props) {
    const isInBrowser = useSyncExternalStore(
      never,
      () => true,
      () => false,
    );
    if (!isInBrowser) return <StandIn />;
    return (
      <Suspense fallback={<StandIn />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
