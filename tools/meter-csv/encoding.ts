export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

function nulsAt(parity: number, head: Uint8Array): number {
  let nuls = 0;
  for (let i = parity; i < head.length; i += 2) if (head[i] === 0) nuls++;
  return nuls;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The encoding of a text, told from its first bytes: its mark, its zeros, or what UTF-8 allows. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const many = head.length / 4;
  if (nulsAt(1, head) > many) return "utf-16le";
  if (nulsAt(0, head) > many) return "utf-16be";
  return isUtf8(head) ? "utf-8" : "windows-1252";
}
