import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Logo } from "../components/layout/logo.tsx";
import { browserOptions } from "./browser.mjs";

/** Generates the icons of the installable portal from the logo: `npm run icons`. */
const FOLDER = "public/icons";
const icons = [
  { file: "curtail-192", pixels: 192, markShare: 0.72, radiusShare: 0.22 },
  { file: "curtail-512", pixels: 512, markShare: 0.72, radiusShare: 0.22 },
  // Platforms may crop everything outside a circle of 80 %.
  { file: "curtail-maskable-512", pixels: 512, markShare: 0.52, radiusShare: 0 },
  { file: "curtail-apple-180", pixels: 180, markShare: 0.66, radiusShare: 0 },
];

const mark = renderToStaticMarkup(createElement(Logo, {}));
const page = (pixels: number, markShare: number, radiusShare: number) => `<style>
:root{--production-mark:#f0ae38;--curtailed:#b79af7}
body{margin:0;background:transparent}
div{width:${pixels}px;height:${pixels}px;display:grid;place-items:center;background:#171b1f;border-radius:${pixels * radiusShare}px}
svg{width:${pixels * markShare}px;height:${pixels * markShare}px}
</style><div>${mark}</div>`;

const browser = await chromium.launch(browserOptions());
mkdirSync(FOLDER, { recursive: true });
for (const { file, pixels, markShare, radiusShare } of icons) {
  const browserPage = await browser.newPage({ viewport: { width: pixels, height: pixels } });
  await browserPage.setContent(page(pixels, markShare, radiusShare));
  await browserPage.screenshot({ path: `${FOLDER}/${file}.png`, omitBackground: true });
  console.log(`${FOLDER}/${file}.png`);
}
await browser.close();
