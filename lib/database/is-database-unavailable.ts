import { getCauses, getErrorCode } from "../log/error-causes.ts";
import { Socket } from "node:net";

/**
 * Creates sockets for `pg` that close when the server sends nothing for `silentMs` during a query.
 * The query fails at once and the connection is not reused: an abandoned transaction must not reach
 * the next user. Idle connections are closed by their pool before.
 */
export const socketWithTimeout = (silentMs: number) => (): Socket => {
  const socket = new Socket();
  const silent = Object.assign(new Error("the database is silent"), { code: "ETIMEDOUT" });
  socket.setTimeout(silentMs, () => socket.destroy(Object.assign(silent, { syscall: "read" })));
  return socket;
};

/** SQLSTATE classes of an unavailable server: connection, resources, shutdown. */
const SERVER_UNAVAILABLE = /^(08|53|57P)/;
/** Messages of the driver, which have no code, for a lost connection or a silent server. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;
/** Codes of a socket that closed before or during a write; Node reports no syscall for them. */
const SOCKET_CLOSED =
  /^(EPIPE|ECONN(REFUSED|RESET|ABORTED)|ENOTCONN|ERR_SOCKET_CLOSED.*|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;

/**
 * Whether an error means that the database is unavailable: stopped, full, starting, or silent. Use
 * it only for code that opens no other sockets.
 */
export const isDatabaseUnavailable = (thrown: unknown): boolean =>
  getCauses(thrown).some(isUnavailable);

function isUnavailable(error: Error): boolean {
  const { syscall } = error as { syscall?: string };
  const onTheWire = syscall !== undefined && ["connect", "read", "write"].includes(syscall);
  if (CONNECTION_LOST.test(error.message) || onTheWire) return true;
  const code = getErrorCode(error) ?? "";
  return SERVER_UNAVAILABLE.test(code) || SOCKET_CLOSED.test(code);
}
