import { subscribe } from "node:diagnostics_channel";
import type { Readable } from "node:stream";

const ERROR = 50;

/** The lines logged at level error or above, and which of them a test declared. */
export class ErrorLog {
  private readonly unexpected: string[] = [];
  private forFile: RegExp[] = [];
  private forTest: RegExp[] = [];
  private forLastTest: RegExp[] = [];
  private inTest = false;

  /** Declares lines: for the test that runs, or outside of one for the rest of the file. */
  expect(pattern: RegExp): void {
    (this.inTest ? this.forTest : this.forFile).push(pattern);
  }

  /** Adds a line of a log; lower levels and other output are ignored. */
  note(line: string): void {
    if (levelOf(line) < ERROR || this.isDeclared(line, this.forTest)) return;
    this.unexpected.push(line.trim());
  }

  /** Adds the lines of a program; its last ones may arrive during the next test. */
  read(stream: Readable): void {
    let rest = "";
    stream.on("data", (piece: Buffer) => {
      const lines = (rest + piece.toString()).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (!this.isDeclared(line, this.forLastTest)) this.note(line);
    });
    stream.on("end", () => this.note(rest));
  }

  beginFile(): void {
    [this.forFile, this.forTest, this.forLastTest, this.inTest] = [[], [], [], false];
  }

  beginTest(): void {
    [this.forLastTest, this.forTest, this.inTest] = [this.forTest, [], true];
  }

  /** @throws Error that shows every line since the last look that no declaration matches. */
  settle(): void {
    this.inTest = false;
    const left = this.unexpected.splice(0).filter((line) => !this.isDeclared(line, this.forTest));
    if (left.length === 0) return;
    const words = "logged at level error, and not declared with expectErrorLog(/…/):";
    throw new Error([words, ...left].join("\n"));
  }

  private isDeclared(line: string, patterns: RegExp[]): boolean {
    return [...this.forFile, ...patterns].some((pattern) => pattern.test(line));
  }
}

/** The level of a line of a log; 0 for anything else. */
function levelOf(line: string): number {
  if (!line.startsWith("{")) return 0;
  try {
    const { level } = JSON.parse(line) as { level?: unknown };
    return typeof level === "number" ? level : 0;
  } catch {
    return 0;
  }
}

const KEY = Symbol.for("curtail.tests.error-log");
const shared = globalThis as typeof globalThis & { [KEY]?: ErrorLog };

/** Of this process: its loggers, and the programs it started. */
export const errorLog = (shared[KEY] ??= watchOwnLoggers(new ErrorLog()));

/** Declares a line at level error that a test causes on purpose; any other fails it. */
export const expectErrorLog = (pattern: RegExp): void => errorLog.expect(pattern);

function watchOwnLoggers(log: ErrorLog): ErrorLog {
  subscribe("tracing:pino_asJson:end", (call) =>
    log.note(String((call as { result?: unknown }).result)),
  );
  return log;
}
