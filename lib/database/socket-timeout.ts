import { Socket } from "node:net";

/**
 * Makes sockets for `pg` that hang up on a server that says nothing for `silentMs` while something
 * is asked of it. Whoever waits is told at once, and the connection never serves again: one that was
 * given up in the middle of a transaction must not be handed to the next. Connections at rest are
 * closed by their pool before.
 */
export const socketWithTimeout = (silentMs: number) => (): Socket => {
  const socket = new Socket();
  const silent = Object.assign(new Error("the database is silent"), { code: "ETIMEDOUT" });
  socket.setTimeout(silentMs, () => socket.destroy(Object.assign(silent, { syscall: "read" })));
  return socket;
};
