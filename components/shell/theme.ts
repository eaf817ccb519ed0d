export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie the choice is kept in; the server reads it, so the first page is drawn right. */
export const THEME_COOKIE = "theme";

/** What the cookie says; anything else than a theme is the system's choice. */
export const toTheme = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
