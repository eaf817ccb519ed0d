export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie of the theme; the server reads it, so that the first page has it. */
export const THEME_COOKIE = "theme";

/** What the cookie says; anything else than a theme is the system's choice. */
export const toTheme = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";

const YEAR = 31_536_000;

const barColours = { light: "#f4f4f0", dark: "#0f1316" };

/** What colours the browser's own bar, for each scheme the system may have. */
export const themeColours = (theme: Theme) =>
  (["light", "dark"] as const).map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    color: barColours[theme === "system" ? scheme : theme],
  }));

/** Changes the colours of this page at once, and of those to come in this browser. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const { media, color } of themeColours(theme)) {
    document
      .querySelector(`meta[name=theme-color][media="${media}"]`)
      ?.setAttribute("content", color);
  }
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}
