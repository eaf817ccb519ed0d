import type { ServerResponse } from "node:http";

export function answerHeaders(path: string, isSecure: boolean): Record<string, string>;
export function completeHeaders(response: ServerResponse, headers: Record<string, string>): void;
