import type { BrowserContext } from "@playwright/test";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorLog } from "../support/error-log.ts";
import { shiftClock } from "../support/shift-clock.ts";
import { startPortalBefore, type FirstStaff } from "./standalone-portal.ts";
import { Service } from "./service.ts";

/** What a clocked service is started with: the moment, its key, and its settings by the names of variables. */
export interface ClockedSettings extends Partial<Record<string, string>> {
  at: string;
  apiKey: string;
  /** Sites of the demo fleet do not report. */
  outages?: "yes";
}

/** Where the clock goes: minute by minute, or at once. */
export interface ClockTurn {
  until: string;
  lives: boolean;
}

const PROGRAM = fileURLToPath(new URL("clocked-service.ts", import.meta.url));

/** A service, a portal in front of it and browsers, which all have the time that a test gives them. */
export class ClockedWorld {
  private constructor(
    readonly portalUrl: string,
    readonly service: Service,
    private at: string,
    private readonly turn: (turn: ClockTurn) => Promise<void>,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(settings: ClockedSettings, staff: FirstStaff): Promise<ClockedWorld> {
    const child = fork(PROGRAM, [JSON.stringify(settings)], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    errorLog.read(child.stdout!);
    const ended = once(child, "exit");
    const answered = async (): Promise<unknown> => {
      const early = ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
      return (await Promise.race([once(child, "message"), early]))[0];
    };
    const { port } = (await answered()) as { port: number };
    const folder = mkdtempSync(join(tmpdir(), "curtail-clock-"));
    const { nodeOptions, setTime } = shiftClock(folder);
    setTime(settings.at);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { apiKey } = settings;
    const portal = await startPortalBefore({ baseUrl, apiKey }, staff, () => ({
      NODE_OPTIONS: nodeOptions,
    }));
    const turn = async (next: ClockTurn) => {
      child.send(next);
      await answered();
      setTime(next.until);
    };
    const end = async () => {
      await portal.stop();
      child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
    const service = new Service({ serviceUrl: baseUrl, apiKey });
    return new ClockedWorld(portal.portalUrl, service, settings.at, turn, end);
  }

  /** Gives a browser the time; another one is opened for a later moment. */
  async setTime(context: BrowserContext): Promise<void> {
    await context.clock.setFixedTime(this.at);
  }

  /** Lives until a moment, minute by minute; devices are told and measured as in production. */
  liveUntil = (until: string) => this.move({ until, lives: true });

  /** Goes to a moment at once; the service catches up as after a break. */
  skipTo = (until: string) => this.move({ until, lives: false });

  private async move(turn: ClockTurn): Promise<void> {
    await this.turn(turn);
    this.at = turn.until;
  }

  stop = () => this.end();
}
