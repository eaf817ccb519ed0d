export function lockHolder(file: string): number | undefined;
export function takeLock(file: string): (() => void) | undefined;
export function waitForLock(
  file: string,
  onWait: (pid: number | undefined) => void,
): Promise<() => void>;
