import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { measurementBatch, type Measurement } from "../../lib/contract/measurements.ts";
import { runImport } from "../../tools/import/run.ts";
import { emptyFolder } from "./temporary-folder.ts";

const NOW_MS = Date.parse("2026-12-31T12:00:00Z");

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Responds to a batch other than by accepting it; undefined accepts it. */
export type Refuse = (batch: Measurement[], call: number) => Answer | undefined;

/** A service that validates bodies with the contract and stores them. */
export async function meterService(refuse: Refuse = () => undefined) {
  const taken: Measurement[] = [];
  const paths: string[] = [];
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    paths.push(`${request.method} ${request.url} ${request.headers["x-api-key"]}`);
    const { measurements } = measurementBatch.parse(JSON.parse(text));
    const answer = refuse(measurements, paths.length);
    if (!answer) {
      taken.push(...measurements);
      sizes.push(measurements.length);
    }
    const quarters = new Set(
      measurements.map((one) => Math.floor(Date.parse(one.time_from) / 9e5)),
    );
    const receipt = { intervals: quarters.size, changed: quarters.size };
    response.writeHead(answer?.status ?? 200, answer?.headers);
    response.end(JSON.stringify(answer ? (answer.body ?? {}) : receipt));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { taken, paths, sizes, baseUrl };
}

type Service = Awaited<ReturnType<typeof meterService>>;

export interface Ran {
  code: number;
  output: string;
  taken: Measurement[];
  pauses: number[];
}

/** Runs the command on a file with this content against a test service. */
export async function importText(
  content: string | Uint8Array,
  args: string[] = [],
  given?: Service,
  signal = new AbortController().signal,
): Promise<Ran> {
  const service = given ?? (await meterService());
  const file = join(emptyFolder(), "meter.csv");
  writeFileSync(file, content);
  let output = "";
  const pauses: number[] = [];
  const code = await runImport([file, "--location", "loc_1", ...args], {
    service: () => ({ baseUrl: service.baseUrl, apiKey: "ck_test" }),
    screen: { write: (text) => (output += text) },
    nowMs: NOW_MS,
    signal,
    pause: async (ms) => void pauses.push(ms),
    path: (name) => name,
  });
  return { code, output, taken: service.taken, pauses };
}

export const getStarts = (taken: readonly Measurement[]): string[] =>
  taken.map((one) => one.time_from);
export const getInjectionKw = (taken: readonly Measurement[]): (number | undefined)[] =>
  taken.map((one) => one.injection_kw);

/** Clock readings `HH:MM` every quarter-hour, `[from, to)` in minutes after midnight. */
export const walls = (from: number, to: number, step = 15): string[] =>
  Array.from({ length: (to - from) / step }, (_, i) => {
    const minutes = from + i * step;
    const two = (value: number) => String(value).padStart(2, "0");
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  });
