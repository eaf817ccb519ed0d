import { getCauses, getErrorCode } from "../log/error-causes.ts";

/** SQLSTATE classes of a server that cannot serve: connection, resources, shutdown. */
const SERVER_AWAY = /^(08|53|57P)/;
/** What the driver says of a connection that is gone, or of a server that is silent, in words only. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;
/** Codes of a socket that closed before or while it was written to; Node names no syscall with them. */
const SOCKET_CLOSED =
  /^(EPIPE|ECONN(REFUSED|RESET|ABORTED)|ENOTCONN|ERR_SOCKET_CLOSED.*|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;

/**
 * Whether something was thrown because the database cannot serve: away, full, starting, or silent.
 * Only for work that has no other sockets than the database's.
 */
export const isDatabaseAway = (thrown: unknown): boolean => getCauses(thrown).some(isUnavailable);

function isUnavailable(error: Error): boolean {
  const { syscall } = error as { syscall?: string };
  const onTheWire = syscall !== undefined && ["connect", "read", "write"].includes(syscall);
  if (CONNECTION_LOST.test(error.message) || onTheWire) return true;
  const code = getErrorCode(error) ?? "";
  return SERVER_AWAY.test(code) || SOCKET_CLOSED.test(code);
}
