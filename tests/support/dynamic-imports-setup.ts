import { afterAll, vi } from "vitest";

// Components on demand load when they are imported on a server: a test file ends once they have.
afterAll(() => vi.dynamicImportSettled());
