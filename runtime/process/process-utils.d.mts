export function alive(pid: number): boolean;
export function startToken(pid: number): string;
export function gone(pid: number, timeoutMs: number): Promise<boolean>;
