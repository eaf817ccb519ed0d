/**
 * Reads a stream up to so many bytes into one buffer that grows: a list of what arrives would be many
 * times as large as its bytes. What is more is not read, and the connection given up.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<{ read: Buffer; isMore: boolean }> {
  let kept = Buffer.allocUnsafe(Math.min(mostBytes, 64 * 1024));
  let bytes = 0;
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    const left = mostBytes - bytes;
    const part = chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
    if (bytes + part.byteLength > kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes + part.byteLength, kept.length * 2));
      kept.copy(larger, 0, 0, bytes);
      kept = larger;
    }
    kept.set(part, bytes);
    bytes += part.byteLength;
    if (part !== chunk) return { read: kept.subarray(0, bytes), isMore: true };
  }
  return { read: kept.subarray(0, bytes), isMore: false };
}
