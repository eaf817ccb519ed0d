/** The requests that wait for a second person, all of them. */
export const pendingRequests = { query: { state: "pending", page_size: 100 } } as const;

/** The latest requests, however far they got. */
export const latestRequests = { query: { page_size: 10 } } as const;
