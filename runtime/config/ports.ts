import { createServer } from "node:net";

/** Listens briefly; resolves to the free port, or undefined when it is in use. */
async function tryPort(host: string, port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}.`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * A free port; 0 asks for any.
 * @throws Error with the variable to set, when the port is in use
 */
export async function usablePort(host: string, port: number, variable: string): Promise<number> {
  const found = await tryPort(host, port);
  if (found) return found;
  throw new Error(`Port ${port} on ${host} is taken: set ${variable} to another one.`);
}

/** The host to reach a program at from this machine, given its listen address. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
