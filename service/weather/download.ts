import { WeatherError } from "./weather-run.ts";

/** Timeout; the source is tried again later. */
const TIMEOUT_MS = 20_000;
/** Larger than any response of the supported sources. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Downloads at most 16 MiB within 20 seconds.
 * @throws WeatherError with the host and the reason, without the query, which may contain a key
 */
export async function download(url: URL, timeoutMs = TIMEOUT_MS): Promise<Uint8Array> {
  const from = `${url.host}${url.pathname}`;
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new WeatherError(`${from} answered ${response.status}.`);
    }
    return await readLimited(response, from);
  } catch (error) {
    if (error instanceof WeatherError) throw error;
    const { name } = error as Error;
    const why = name === "TimeoutError" ? `did not answer within ${timeoutMs / 1000} s` : "failed";
    throw new WeatherError(`${from} ${why}.`, { cause: error });
  }
}

async function readLimited(response: Response, from: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > MAX_BYTES) throw new WeatherError(`${from} sent more than 16 MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
