import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";
import { serve, type ServerType } from "@hono/node-server";
import type { Service } from "../../service/service.ts";

const READER = new URL("./steady-reader.mjs", import.meta.url);

/** How long reads took while something ran, in ms. */
export interface ReadLatency {
  median: number;
  p99: number;
}

/** What `steady-reader.mjs` says: durations in ms, and each kind of failure. */
interface Answers {
  durations: number[];
  failures: string[];
}

/** The reader stands for another machine: where it is permitted, it goes before the work of this one. */
function putFirst(reader: number): void {
  try {
    setPriority(reader, constants.priority.PRIORITY_ABOVE_NORMAL);
  } catch {
    console.log(
      "The reader has no priority over the service, so its waits for the processor count.",
    );
  }
}

/** Serves a service over HTTP, which another process reads at a steady rate; see `steady-reader.mjs`. */
export async function timeReads(
  service: Service,
  { path, key }: { path: string; key: string },
  work: () => Promise<unknown>,
): Promise<ReadLatency> {
  const server = await new Promise<ServerType>((listening) => {
    const opened = serve(
      { fetch: (request) => service.fetch(request), hostname: "127.0.0.1", port: 0 },
      () => listening(opened),
    );
  });
  const { port } = server.address() as AddressInfo;
  const reader = fork(READER, [`http://127.0.0.1:${port}${path}`, key]);
  putFirst(reader.pid!);
  try {
    await once(reader, "message");
    reader.send("count");
    await work();
    reader.send("stop");
    const [{ durations, failures }] = (await once(reader, "message")) as [Answers];
    if (failures.length > 0) throw new Error(`Reads of ${path} failed: ${failures.join(", ")}`);
    const sorted = durations.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
    return { median: at(0.5), p99: at(0.99) };
  } finally {
    reader.disconnect();
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  }
}
