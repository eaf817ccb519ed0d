import type { Page } from "@playwright/test";

/** A desk's window at 200 %, a tablet, and either side of where a layout changes. */
const WIDTHS = [320, 640, 700, 1024, 1280, 1440];
/** Frames a page has to follow its window's width: charts are redrawn. */
const FRAMES = 120;

/** By how much a loaded page is wider than its window, at each width where it is. */
export async function overflows(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const pixels = await page.evaluate(async (frames) => {
      const beyond = () => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      };
      for (let frame = 0; frame < 2 || (frame < frames && beyond() > 0); frame += 1)
        await new Promise(requestAnimationFrame);
      return beyond();
    }, FRAMES);
    if (pixels > 0) found.push(`${pixels} px at ${width}`);
  }
  return found;
}
