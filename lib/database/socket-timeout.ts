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
