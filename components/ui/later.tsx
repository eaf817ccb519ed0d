"use client";

import { lazy, Suspense, type ComponentType } from "react";

/** How the code of a component is fetched. */
export type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** As React fetches it. */
export const lazily = <Props extends object>(load: Load<Props>) =>
  lazy(async () => ({ default: await load() }));

/** On the server it is there before the first page is drawn, which would come without it. */
function warm<Props extends object>(load: Load<Props>): void {
  if (typeof window === "undefined") void load();
}

/**
 * A component whose code is fetched after the page that shows it; the rest of the page does not wait.
 * What the server draws of it stays until then, and nothing stands in for it.
 */
export function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazily(load);
  warm(load);
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
export function inPlace<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazily(load);
  warm(load);
  return function InPlace(props: Props) {
    return <Part {...props} />;
  };
}
