/**
 * Options of Node that the service runs with. In a turn of a large fleet most objects live for a
 * moment; with a young generation of 32 MB instead of 16 MB few of them are copied. What the turn of a
 * partition leaves is collected when the heap has grown by two fifths; by default it may double.
 */
export const SERVICE_OPTIONS = ["--max-semi-space-size=32", "--heap-growing-percent=40"] as const;

/**
 * Settings of glibc's allocator that the service runs with: arrays from 32 kB on, as the buffers of connections are, are given back
 * when they end. By default it raises that bound to 32 MB, and what it keeps between them is never used again.
 */
export const SERVICE_ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "32768",
} as const;
