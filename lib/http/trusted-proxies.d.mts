import type { BlockList } from "node:net";

export function parseProxies(text: string | undefined): BlockList;
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string;
