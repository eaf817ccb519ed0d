const WIDTH = 30;

/** Where progress is written; a terminal gets one line that moves. */
export interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how far an import is: a bar on a terminal, else a line for every 10 %. */
export class Progress {
  private shown = 0;
  constructor(
    private readonly screen: Screen,
    private readonly total: number,
  ) {}

  /** @param done rows read so far */
  at(done: number): void {
    const percent = this.total === 0 ? 100 : Math.floor((100 * done) / this.total);
    const step = this.screen.isTTY ? 1 : 10;
    if (percent < this.shown + step) return;
    this.shown = percent - (percent % step);
    if (!this.screen.isTTY) this.screen.write(`${this.shown} %\n`);
    else {
      const full = Math.round((percent / 100) * WIDTH);
      this.screen.write(`\r${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${percent} %`);
    }
  }

  /** Ends the moving line. */
  end(): void {
    if (this.screen.isTTY && this.shown > 0) this.screen.write("\n");
  }
}
