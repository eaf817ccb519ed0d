/** The rows of a list's page in the portal unless its address has another number. */
export const DEFAULT_PAGE_SIZE = 25;
