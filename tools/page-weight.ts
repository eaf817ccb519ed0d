import { gzipSync } from "node:zlib";

/** The scripts in a page's HTML: what a browser loads before any interaction. */
export function listScripts(html: string, pageUrl: string): string[] {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"([^>]*)>/g)]
    .filter(([tag]) => !/\bnomodule\b/i.test(tag))
    .map(([, source]) => new URL(source!.replaceAll("&amp;", "&"), pageUrl).href);
  return [...new Set(sources)];
}

const sizes = new Map<string, Promise<number>>();

/** The gzip size of a script in bytes, however the server encodes it. */
export function gzippedBytes(url: string): Promise<number> {
  const measured = sizes.get(url) ?? measure(url);
  sizes.set(url, measured);
  return measured;
}

async function measure(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return gzipSync(Buffer.from(await response.arrayBuffer())).byteLength;
}

/** The total size of scripts in bytes. */
export async function sumOfBytes(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...urls].map(gzippedBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}
