/** The most items that one page of a list has. */
export const MAX_PAGE_SIZE = 100;
