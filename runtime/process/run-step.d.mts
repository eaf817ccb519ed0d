export function duration(ms: number): string;
export function reportDuration(what: string, startedMs: number): void;
