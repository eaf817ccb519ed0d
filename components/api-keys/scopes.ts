import type { Scope } from "@/lib/contract/keys.ts";

export const scopes: Scope[] = ["read", "control", "manage", "keys"];
export const isScope = (scope: string): scope is Scope => scopes.includes(scope as Scope);
