import { setTimeout as wait } from "node:timers/promises";
import {
  measurementReceipt,
  type MeasurementReceipt,
  MAX_MEASUREMENTS,
  type Measurement,
  type MeasurementBatch,
} from "../../lib/contract/measurements.ts";
import { operations } from "../../lib/contract/operations.ts";
import { problem, type Problem } from "../../lib/contract/problem.ts";
import type { Interval } from "../meter-csv/intervals.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Env } from "../../lib/env.ts";
import { reachableHost } from "../../runtime/config/settings.ts";
import { apiKeyFile, storedSecret, newApiKey } from "../../runtime/config/secrets.ts";

const MAX_BYTES = 900_000;
const QUARTER_OF_MINUTES = 15;

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");
const quarterOf = (interval: Interval | undefined) =>
  Math.floor((interval?.startMs ?? NaN) / QUARTER_MS);

/** An interval in the contract's form: of the location, or of one of its devices. */
function toMeasurement({ startMs, endMs, kw }: Interval, device: string | undefined): Measurement {
  const times = { time_from: iso(startMs), time_to: iso(endMs) };
  if (device === undefined) return { ...times, injection_kw: kw };
  return { ...times, devices: [{ device_id: device, power_kw: kw }] };
}

/** The body of a batch. */
const toBody = (intervals: readonly Interval[], device: string | undefined): MeasurementBatch => ({
  measurements: intervals.map((one) => toMeasurement(one, device)),
});

/** Collects intervals into batches within the contract's limits, split between quarter-hours. */
export class Batcher {
  private held: Interval[] = [];
  private readonly maxBytes: number;

  constructor(device: string | undefined) {
    const widest = { startMs: 0, endMs: 0, kw: -999_999.999999, line: 0, text: "" };
    const bytes = Buffer.byteLength(JSON.stringify(toMeasurement(widest, device))) + 1;
    this.maxBytes = Math.min(MAX_MEASUREMENTS, Math.floor(MAX_BYTES / bytes));
  }

  /** Adds an interval; returns the previous batch if that is full. */
  add(interval: Interval): Interval[] | undefined {
    const between = quarterOf(this.held.at(-1)) !== quarterOf(interval);
    const nearlyFull = this.held.length > this.maxBytes - QUARTER_OF_MINUTES;
    const full = this.held.length >= this.maxBytes || (nearlyFull && between);
    const batch = full ? this.held : undefined;
    if (full) this.held = [];
    this.held.push(interval);
    return batch;
  }

  /** The last batch. */
  rest(): Interval[] {
    const batch = this.held;
    this.held = [];
    return batch;
  }
}

const MAX_WAIT_S = 120;
/** Total timeout of one batch: other clients of the same key may cause several 429 responses. */
const MAX_WAITING_S = 600;
const ANSWER_MS = 60_000;

/** The destination of measurements. */
export interface Destination extends ServiceAddress {
  location: string;
  device: string | undefined;
  /** Aborts requests in progress. */
  signal: AbortSignal;
  /** Waits this many milliseconds before the next attempt. */
  pause?: (ms: number) => Promise<unknown>;
}

/** The service's result for a batch. */
export interface Sent {
  receipt: MeasurementReceipt;
  taken: number;
  refused: { interval: Interval; reason: string }[];
}

const urlOf = ({ baseUrl, location }: Destination) =>
  baseUrl +
  operations.recordMeasurements.path.replace("{location_id}", encodeURIComponent(location));

async function post(to: Destination, intervals: readonly Interval[]): Promise<Response> {
  try {
    return await fetch(urlOf(to), {
      method: "POST",
      headers: { "X-API-Key": to.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(toBody(intervals, to.device)),
      redirect: "manual",
      signal: AbortSignal.any([to.signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch (error) {
    if (to.signal.aborted) throw to.signal.reason;
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new Refusal(`The service at ${to.baseUrl} does not answer (${code ?? message}).`);
  }
}

function secondsToWait(response: Response, attempt: number): number {
  const given = response.headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 2 ** attempt : Math.max(1, seconds);
}

async function persist(to: Destination, intervals: readonly Interval[]): Promise<Response> {
  const pause = to.pause ?? ((ms) => wait(ms, undefined, { signal: to.signal }));
  let waited = 0;
  for (let attempt = 0; ; attempt++) {
    const response = await post(to, intervals);
    if (response.status !== 429 && response.status !== 503) return response;
    const seconds = secondsToWait(response, attempt);
    await response.body?.cancel();
    waited += seconds;
    if (seconds > MAX_WAIT_S || waited > MAX_WAITING_S) {
      throw new Refusal(
        `The service is too busy (${response.status}, ${attempt + 1} tries). Run it again later.`,
      );
    }
    await pause(seconds * 1000).catch(() => to.signal.throwIfAborted());
  }
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return problem.safeParse(body).data;
}

function stopped(to: Destination, status: number, answered: Problem | undefined): Refusal {
  const detail = answered ? ` ${answered.detail}` : "";
  const first = answered?.errors?.[0];
  if (status === 401) return new Refusal(`The service refuses the API key (401).${detail}`);
  if (status === 403) return new Refusal(`The key may not record measurements (403).${detail}`);
  if (status === 404) {
    return new Refusal(`The service has no location ${to.location} to record at (404).`);
  }
  const where = first ? ` ${first.pointer} ${first.detail}.` : "";
  return new Refusal(`The service refuses the measurements (${status}).${detail}${where}`);
}

const POINTER = /^#\/measurements\/(\d+)(?:\/(.*))?$/;

/** The faults of a rejected batch by row index; undefined when the problem is not about rows. */
function faultsByRow(answered: Problem | undefined, rows: number): Map<number, string> | undefined {
  const faults = new Map<number, string>();
  for (const { pointer, detail } of answered?.errors ?? []) {
    const [, index, field] = POINTER.exec(pointer) ?? [];
    if (index === undefined || Number(index) >= rows) return undefined;
    if (field?.endsWith("device_id")) return undefined;
    if (!faults.has(Number(index))) faults.set(Number(index), `${field ?? "it"} ${detail}`);
  }
  return faults.size > 0 ? faults : undefined;
}

/**
 * Sends a batch. Rejected rows are left out and the rest is sent; a busy service is retried after
 * the time in Retry-After.
 * @throws Refusal when nothing more can be sent: wrong key, unknown location or device, no response
 */
export async function sendBatch(to: Destination, batch: readonly Interval[]): Promise<Sent> {
  let left = [...batch];
  const refused: Sent["refused"] = [];
  while (left.length > 0) {
    const response = await persist(to, left);
    if (response.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      const receipt = measurementReceipt.safeParse(body);
      if (receipt.success) return { receipt: receipt.data, taken: left.length, refused };
      throw new Refusal(`What answers at ${to.baseUrl} is not the service: no receipt came.`);
    }
    const answered = await problemOf(response);
    const faults = response.status === 422 ? faultsByRow(answered, left.length) : undefined;
    if (!faults) throw stopped(to, response.status, answered);
    left.forEach((interval, i) => {
      const reason = faults.get(i);
      if (reason) refused.push({ interval, reason: `the service: ${reason}` });
    });
    left = left.filter((_, i) => !faults.has(i));
  }
  return { receipt: { intervals: 0, changed: 0 }, taken: 0, refused };
}

/** The URL of a service and its API key. */
export interface ServiceAddress {
  baseUrl: string;
  apiKey: string;
}

/**
 * The service to send to: that of FLEX_BASE_URL, else the local one of `npm start`.
 * @throws Refusal when neither is found, with what to set
 */
export function serviceAddress(env: Env): ServiceAddress {
  const { FLEX_BASE_URL, FLEX_API_KEY, HOST, SERVICE_PORT } = env;
  if (FLEX_BASE_URL && FLEX_API_KEY) {
    return { baseUrl: FLEX_BASE_URL.replace(/\/+$/, ""), apiKey: FLEX_API_KEY };
  }
  const file = apiKeyFile(resolve(env.DATA_DIR));
  if (!FLEX_API_KEY && !existsSync(file)) {
    throw new Refusal(
      `There is no key in ${file}: run npm start first, or set FLEX_BASE_URL and FLEX_API_KEY.`,
    );
  }
  if (SERVICE_PORT === 0) throw new Refusal("Set SERVICE_PORT to the port the service has.");
  return {
    baseUrl: `http://${reachableHost(HOST)}:${SERVICE_PORT}`,
    apiKey: FLEX_API_KEY ?? storedSecret(file, newApiKey),
  };
}
