export function duration(ms: number): string;
export function tell(what: string, startedMs: number): void;
