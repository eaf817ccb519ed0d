/** The session cookie's names: over https the browser itself insists on a secure channel and this host. */
export const SESSION_COOKIE = "curtail.session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
