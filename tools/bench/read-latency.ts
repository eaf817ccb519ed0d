import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { ApiThread } from "../../service/api-thread/api-thread.ts";
import type { Service } from "../../service/service.ts";

const READER = new URL("./steady-reader.mjs", import.meta.url);

/** How long reads took while something ran, in ms. */
export interface ReadLatency {
  median: number;
  p99: number;
  slowest: number;
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

/** How long open requests of a bench may take to finish. */
const FINISH_MS = 5_000;

/** The API of a service on a database, over HTTP. */
export interface BenchApi {
  url: string;
  close(): Promise<void>;
}

/** Serves the API of a service in this process, in the thread in which it is served outside of benches. */
export async function serveApi(
  service: Service,
  databaseUrl: string,
  key: string,
): Promise<BenchApi> {
  const api = await ApiThread.open({
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_PORT: "0",
    FLEX_API_KEY: key,
    RATE_READS: "1000000",
    LOG_LEVEL: "error",
  });
  const port = await api.listen(service.fetch);
  return { url: `http://127.0.0.1:${port}`, close: () => api.close(FINISH_MS) };
}

/**
 * Reads an address from another process at a steady rate while something runs, or posts a body there; see
 * `steady-reader.mjs`.
 */
export async function timeReads(
  url: string,
  key: string,
  work: () => Promise<unknown>,
  body?: object,
): Promise<ReadLatency> {
  const reader = fork(READER, [url, key, ...(body ? [JSON.stringify(body)] : [])]);
  putFirst(reader.pid!);
  try {
    await once(reader, "message");
    reader.send("count");
    await work();
    reader.send("stop");
    const [{ durations, failures }] = (await once(reader, "message")) as [Answers];
    if (failures.length > 0) throw new Error(`Reads of ${url} failed: ${failures.join(", ")}`);
    const sorted = durations.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
    return { median: at(0.5), p99: at(0.99), slowest: at(1) };
  } finally {
    reader.disconnect();
  }
}
