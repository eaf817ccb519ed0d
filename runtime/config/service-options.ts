/**
 * Options of Node that the service runs with. In a turn of a large fleet most objects live for a
 * moment; with a young generation of 32 MB instead of 16 MB few of them are copied.
 */
export const SERVICE_OPTIONS = ["--max-semi-space-size=32"] as const;
