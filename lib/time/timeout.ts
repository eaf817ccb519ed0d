/** Resolves when something has ended, whether it failed or not, or after `maxMs`. */
export const waitWithTimeout = (work: Promise<unknown>, maxMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = maxMs === Infinity ? undefined : setTimeout(resolve, maxMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
