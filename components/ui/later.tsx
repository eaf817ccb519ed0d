"use client";

import { lazy, Suspense, useSyncExternalStore, type ComponentType } from "react";

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A component of its own chunk, for what the server draws with a page: nothing stands in for it, so
 * that nothing below it moves. A function, since a page cannot be given what `lazy` makes itself.
 */
export function apart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Apart(props: Props) {
    return <Part {...props} />;
  };
}

/**
 * The same for what opens when somebody acts: the page stays as it is until the code is there. Not
 * for what the server draws, as the page would come without it first.
 */
export function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = apart(load);
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
  const Part = apart(load);
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
