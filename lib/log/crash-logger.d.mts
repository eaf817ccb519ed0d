/**
 * From now on a program that an error ends says so in a line of its log, and what Node warns of is
 * one too.
 */
export function logUncaughtErrors(name: string): void;
