/** Whether a text is a valid http URL; next-auth responds 500 to an invalid one. */
export function isHttpAddress(text: string): boolean;
/** A `Cookie` header without invalid callback URLs. */
export function withoutBrokenCallback(header: string): string;
