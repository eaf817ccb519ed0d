/** The requests that await approval, all of them. */
export const pendingRequests = { query: { state: "pending", page_size: 100 } } as const;

/** The latest requests in any state. */
export const latestRequests = { query: { page_size: 10 } } as const;
