/**
 * Reads a stream up to a limit into one growing buffer: an array of chunks would take many times
 * the memory of its bytes. Anything over the limit is not read, and the connection is closed.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<{ read: Buffer; isMore: boolean }> {
  let buffer = Buffer.allocUnsafe(Math.min(maxBytes, 64 * 1024));
  let bytes = 0;
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    const left = maxBytes - bytes;
    const part = chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
    if (bytes + part.byteLength > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes + part.byteLength, buffer.length * 2));
      buffer.copy(larger, 0, 0, bytes);
      buffer = larger;
    }
    buffer.set(part, bytes);
    bytes += part.byteLength;
    if (part !== chunk) return { read: buffer.subarray(0, bytes), isMore: true };
  }
  return { read: buffer.subarray(0, bytes), isMore: false };
}
