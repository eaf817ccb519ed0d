"use client";

import { lazy, Suspense, useState, type ComponentType } from "react";
import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";

/** Fetches the code of a component. */
export type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A component whose code is fetched on first render. When it cannot be fetched, an error with a retry
 * takes its place; `lazy` alone would fail the page and remember the failure.
 */
export function lazyWithRetry<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const create = () =>
    lazy(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => ({ default: Failed }),
      ),
    );
  let Current: ComponentType<Props> = create();
  function Failed(props: Props) {
    const [Retried, setRetried] = useState<ComponentType<Props> | null>(null);
    if (Retried) return <Retried {...props} />;
    const retry = () => {
      Current = create();
      setRetried(() => Current);
    };
    return <ChunkError onRetry={retry} />;
  }
  return function LazyWithRetry(props: Props) {
    return <Current {...props} />;
  };
}

/** Loads the code at the server's start: a first page rendered before that would lack the component. */
function preloadOnServer<Props extends object>(load: Load<Props>): void {
  if (typeof window === "undefined") void load();
}

/**
 * A component whose code is loaded on first render; the rest of the page does not wait for it. What the
 * server rendered of it stays until then, without a placeholder.
 */
export function dynamic<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Lazy = lazyWithRetry(load);
  preloadOnServer(load);
  return function Dynamic(props: Props) {
    return (
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    );
  };
}

/**
 * As `dynamic`, for server-rendered content with other content below it. It has no Suspense boundary, as
 * React sends a long boundary after the page, which would then move: the page hydrates once it is loaded.
 */
export function dynamicBlocking<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Lazy = lazyWithRetry(load);
  preloadOnServer(load);
  return function DynamicBlocking(props: Props) {
    return <Lazy {...props} />;
  };
}

/** In place of a part of a page whose code could not be fetched. */
export function ChunkError({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-bad/40 bg-bad/5 p-4"
    >
      {t("partNotFetched")}
      <Button size="sm" onClick={onRetry}>
        {t("tryAgain")}
      </Button>
    </div>
  );
}
