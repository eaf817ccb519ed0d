import { request as open, type IncomingHttpHeaders } from "node:http";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a path exactly as it is written: nothing is decoded, joined or left out on the way. */
export function rawRequest(
  origin: string,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = open({ hostname, port, path, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Runs a check for each, eight at a time. */
export async function forEach<T>(all: readonly T[], check: (one: T) => Promise<void>) {
  const waiting = all.values();
  const worker = async () => {
    for (const one of waiting) await check(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
