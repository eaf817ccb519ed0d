/**
 * The session cookie's names; over https the prefix makes the browser require a secure connection
 * to this host.
 */
export const SESSION_COOKIE = "curtail.session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
