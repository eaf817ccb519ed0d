import { subscribe } from "node:diagnostics_channel";

/**
 * Tracks every connection that servers of this process accept from now on, and its open requests.
 * Node counts a connection without any request as busy and waits minutes for it.
 */
export function followConnections() {
  const underWay = new Map();
  let isEnding = false;
  subscribe("net.server.socket", ({ socket }) => {
    underWay.set(socket, 0);
    socket.once("close", () => underWay.delete(socket));
  });
  subscribe("http.server.request.start", ({ socket, response }) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once("close", () => {
      if (!underWay.has(socket)) return;
      underWay.set(socket, underWay.get(socket) - 1);
      if (isEnding && underWay.get(socket) === 0) socket.destroySoon();
    });
  });
  return {
    /** Closes connections once their requests are done, and all others after `withinMs`. */
    end(withinMs) {
      isEnding = true;
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
      setTimeout(() => {
        for (const socket of underWay.keys()) socket.destroy();
      }, withinMs).unref();
    },
  };
}
