import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";

/**
 * What happens to the bytes between a program and its database; `commit lost`: a transaction ends
 * well, and the connection breaks before that is told.
 */
export type Passage = "free" | "slow" | "stalled" | "cut" | "commit lost";

/** A proxy between a program and a PostgreSQL that simulates a network. */
export interface DatabaseProxy {
  /** Where the program finds its database. */
  url: string;
  /** From now on; data held back by a stall continues when it ends. */
  set(passage: Passage): void;
  /** Leads new connections to the server of this connection string. */
  redirect(url: string): void;
  close(): Promise<void>;
}

/**
 * Opens a proxy in front of the PostgreSQL of a connection string, whose host may be a socket's
 * directory. A slow passage holds back each piece for `slowMs`.
 */
export async function startDatabaseProxy(url: string, slowMs = 50): Promise<DatabaseProxy> {
  let target = toTarget(url);
  let passage: Passage = "free";
  const sockets = new Set<Socket>();
  const carry = (from: Socket, to: Socket, passing: { commit: boolean }) => {
    from.on("data", (piece) => {
      if (passing.commit) return void from.destroy();
      passing.commit = passage === "commit lost" && piece.includes("commit\0");
      if (passage === "slow") setTimeout(() => to.write(piece), slowMs);
      else to.write(piece);
    });
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
    sockets.add(from);
    from.on("close", () => sockets.delete(from));
    if (passage === "stalled") from.pause();
  };
  const server = createServer((here) => {
    if (passage === "cut") return void here.destroy();
    const there = connect(target as never);
    const passing = { commit: false };
    carry(here, there, passing);
    carry(there, here, passing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxied = new URL(url);
  proxied.search = "";
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    set: (next) => {
      passage = next;
      for (const socket of sockets) {
        if (next === "cut") socket.destroy();
        else if (next === "stalled") socket.pause();
        else socket.resume();
      }
    },
    redirect: (next) => {
      target = toTarget(next);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toTarget(url: string) {
  const given = new URL(url);
  const directory = given.searchParams.get("host");
  const port = Number(given.searchParams.get("port") ?? (given.port || "5432"));
  return directory?.startsWith("/")
    ? { path: join(directory, `.s.PGSQL.${port}`) }
    : { host: directory ?? given.hostname, port };
}
