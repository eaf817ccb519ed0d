import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import { csvOptions, findLayout, type Layout } from "./layout.ts";
import { Refusal } from "./refused-rows.ts";

const HEAD_BYTES = 256 * 1024;

/** A row of values as in the file. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** A file whose rows can be read repeatedly. */
export interface Source {
  file: string;
  encoding: Encoding;
  layout: Layout;
  /** Stops reading between two rows. */
  signal: AbortSignal | undefined;
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
};

function unreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    const reason = REASONS[error.code ?? ""] ?? error.message;
    throw new Refusal(`Cannot read ${file}: ${reason}.`);
  };
}

/** The beginning of a file as text, up to its last complete line. */
async function readHead(file: string): Promise<{ encoding: Encoding; text: string }> {
  const handle = await open(file).catch(unreadable(file));
  try {
    const head = handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const { bytesRead, buffer } = await head.catch(unreadable(file));
    if (bytesRead === 0) throw new Refusal(`${file} is empty.`);
    const bytes = buffer.subarray(0, bytesRead);
    const encoding = encodingOf(bytes);
    const text = new TextDecoder(encoding).decode(bytes, { stream: true });
    const cut = bytesRead < HEAD_BYTES ? text.length : text.search(/[\r\n][^\r\n]*$/) + 1;
    return { encoding, text: text.slice(0, cut) };
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file from its beginning.
 * @throws Refusal when it cannot be read, is empty or has no table of moments and numbers
 */
export async function openSource(file: string, signal?: AbortSignal): Promise<Source> {
  const { encoding, text } = await readHead(file);
  return { file, encoding, layout: findLayout(text), signal };
}

async function* textOf({ file, encoding }: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file)) {
    yield decoder.decode(bytes as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Streams the value rows of a file without loading all of it.
 * @throws Refusal when it is not CSV; the reason of the signal when that aborts
 */
export async function* readRows(source: Source): AsyncGenerator<FileRow> {
  const { layout, signal } = source;
  const parser = parse({
    ...csvOptions(layout.delimiter),
    on_record: (cells: unknown, { lines }) => ({ line: lines, cells }) as never,
  });
  // An error in the pipeline destroys the parser, and the loop below throws it.
  pipeline(Readable.from(textOf(source)), parser, () => {});
  try {
    for await (const row of parser as AsyncIterable<FileRow>) {
      signal?.throwIfAborted();
      if (row.line >= layout.firstLine) yield row;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("CSV_")) throw error;
    throw new Refusal(`This is no CSV file: ${(error as Error).message}.`);
  }
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

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

/** The encoding of a text by its first bytes: byte order mark, zero bytes, or valid UTF-8. */
function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const many = head.length / 4;
  if (nulsAt(1, head) > many) return "utf-16le";
  if (nulsAt(0, head) > many) return "utf-16be";
  return isUtf8(head) ? "utf-8" : "windows-1252";
}
