/** Writes chunks to a stream as whole lines, each headed by `prefix`. */
export function linePrefixer(prefix: string, stream: { write(text: string): unknown }) {
  let rest = "";
  const decoder = new TextDecoder();
  return (chunk: Buffer): void => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) stream.write(lines.map((line) => `${prefix}${line}\n`).join(""));
  };
}
