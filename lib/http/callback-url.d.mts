/** Whether something can be read as an address of http at all; next-auth answers 500 to what cannot. */
export function isHttpAddress(text: string): boolean;
/** A `Cookie` header without the address to return to, where that is none. */
export function withoutBrokenCallback(header: string): string;
