/**
 * Runs a task once for all calls made before it begins; calls made meanwhile share the next run. Its
 * result is thus never older than the call.
 */
export function coalesce<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const run = task().finally(() => {
      if (running === run) running = undefined;
    });
    return (running = run);
  };
  return () => {
    if (!running) return begin();
    return (next ??= running.then(begin, begin));
  };
}
