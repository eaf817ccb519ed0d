import { createServer, type Server } from "node:net";

/**
 * Below the ephemeral ports of the system: a connection or another program that takes any free port takes
 * none that was given here and is not listened on yet. Processes begin at different ones.
 */
let nextPort = 20_001 + 2 * ((process.pid * 37) % 6_000);

/** A port of 127.0.0.1 that is free now, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort = port + 2 > 32_000 ? 20_001 : port + 2;
    const server = createServer();
    const isFree = await listen(server, port).then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/** Listens on a port of 127.0.0.1; rejects if it is in use. */
export const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
