import type { Logger } from "pino";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";

/** What a service does each minute. */
export interface MinuteTasks {
  /** Dispatches due setpoints and collects reports; called each minute, also during a long tick. */
  exchange(): Promise<void>;
  /**
   * Stores what devices reported, then processes time up to now; called each minute.
   * @returns false when another instance is doing it and has not finished
   */
  tick(): Promise<boolean>;
  /** Reads what has changed in the fleet, so that the next plan need not wait for it. */
  refreshFleet(): Promise<void>;
  /** Fetches due weather forecasts; called each minute. Does nothing if no source is configured. */
  refreshWeather(): Promise<void>;
  /** Reads due price sources; called each minute once the call before has ended. Does nothing if none is configured. */
  refreshPrices(): Promise<void>;
  /** Evaluates the enabled rules, and acts on what is due; called each minute. */
  runRules(): Promise<void>;
  /** Enqueues the events that time brings; called each minute. */
  enqueueEvents(): Promise<void>;
  /** Raises and resolves alerts; called each minute. */
  runAlerts(): Promise<void>;
  /** Tells other instances that this one runs; called each second. */
  beat(): Promise<void>;
  /** Sends due events to webhooks; called each second. Never waited for: endpoints may be slow. */
  sendWebhooks(): Promise<void>;
}

/** How often other instances are told that this one runs. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** How often webhooks are looked through for due events. */
const SEND_INTERVAL_MS = 1_000;
/** How long rules wait for the prices of their minute: a source that hangs must not delay them further. */
const PRICES_WAIT_MS = 5_000;
/** The delay before a tick or dispatch that failed or is not done is repeated. */
export const RETRY_DELAY_MS = 1_000;
/**
 * Ticks and exchanges with devices now and shortly after each full minute. Ticks run one at a time,
 * and a failed one is repeated after a second, and after twice as long each time it fails again, up to a minute;
 * setpoints are dispatched each minute, also during a long tick. Rules use the prices of their minute if these
 * are read in time.
 */
export function everyMinute(service: MinuteTasks, log: Logger): { stop(): Promise<void> } {
  let prices: Promise<void> | undefined;
  const hands = [
    createMinuteTimer((signal) => tickUntilRecorded(service, log, signal)),
    createMinuteTimer(async () => void service.exchange()),
    createMinuteTimer(() => service.refreshWeather()),
    createMinuteTimer(async (signal) => {
      prices ??= service.refreshPrices().finally(() => (prices = undefined));
      await Promise.race([prices, wait(PRICES_WAIT_MS, signal)]);
      await service.runRules();
    }),
    createMinuteTimer(async () => {
      await service.enqueueEvents();
      await service.runAlerts();
    }),
  ];
  const heartbeat = setInterval(() => void service.beat(), HEARTBEAT_INTERVAL_MS);
  const sender = setInterval(() => void service.sendWebhooks(), SEND_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(heartbeat);
      clearInterval(sender);
      await Promise.all(hands.map((hand) => hand.stop()));
      await prices;
    },
  };
}

/** Ticks: again each second while other instances process partitions, which may be taken over, and after a failure. */
async function tickUntilRecorded(
  service: MinuteTasks,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = RETRY_DELAY_MS;
  while (!signal.aborted)
    try {
      if (await service.tick()) {
        if (!signal.aborted) await service.refreshFleet();
        return;
      }
      await wait(RETRY_DELAY_MS, signal);
    } catch (error) {
      log.error({ err: error }, `Tick failed; retrying in ${delayMs / 1_000} s`);
      await wait(delayMs, signal);
      delayMs = Math.min(2 * delayMs, MINUTE_MS);
    }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener("abort", end);
  });

/** Runs a task now and shortly after each full minute, one at a time. */
function createMinuteTimer(task: (signal: AbortSignal) => Promise<void>): {
  stop(): Promise<void>;
} {
  const ending = new AbortController();
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  const runIn = (ms: number) => {
    timer = setTimeout(() => {
      running = task(ending.signal);
      void running.then(() => runIn(MINUTE_MS - (Date.now() % MINUTE_MS) + 50));
    }, ms);
  };
  runIn(0);
  return {
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
