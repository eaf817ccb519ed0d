export function duration(ms: number): string;
export function reportDuration(
  what: string,
  startedMs: number,
  print?: (line: string) => void,
): void;
