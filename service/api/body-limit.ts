/** The size of the largest body that is accepted. */
export const MAX_BODY_BYTES = 1024 * 1024;
