import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { changeLanguage, type LanguageOwner } from "@/components/account/change-language.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { navItemsFor, type UserRole } from "@/components/layout/navigation-items.ts";
import { applyTheme, themes } from "@/components/layout/theme.ts";
import { areShortcutsOn, ISSUE_KEY, keysOfPage, switchShortcuts } from "./shortcuts.ts";
import type { PaletteItem } from "./palette-list.tsx";

export type PauseKind = "pause" | "resume";

/** What a reader may do from every page. */
export interface CommandRights {
  pauseRights: Record<PauseKind, boolean>;
  /** The customer whose language the reader has; null for staff. */
  customer: LanguageOwner | null;
}

export interface CommandActions extends CommandRights {
  /** Opens the confirmation that all controls are paused, or accepted again. */
  onPause: (kind: PauseKind) => void;
}

/** Pausing all controls or accepting them again, whichever is next, for those who may. */
function usePauseCommand({ pauseRights, onPause }: CommandActions): PaletteItem[] {
  const t = useTranslations("layout.palette");
  const mayEither = pauseRights.pause || pauseRights.resume;
  const { data } = useOperation("getControlPause", mayEither ? {} : null, {
    // What was read before a pause a moment ago would offer it again.
    dedupingInterval: 0,
  });
  if (!data) return [];
  const kind = data.paused ? "resume" : "pause";
  if (!pauseRights[kind]) return [];
  return [
    { kind: "actions", key: kind, label: t(kind), run: () => onPause(kind), hasDialog: true },
  ];
}

/** The pages of a reader, and what can be done from every page. */
export function usePaletteCommands(reader: UserRole, actions: CommandActions): PaletteItem[] {
  const t = useTranslations("layout");
  const router = useRouter();
  const other = useLocale() === "en" ? "nl" : "en";
  const isCustomer = reader === "customer";
  const isOn = !isCustomer && areShortcutsOn();
  const pause = usePauseCommand(actions);
  const pages = navItemsFor(reader)
    .flat()
    .map(({ name, href }) => ({
      kind: "pages" as const,
      key: name,
      label: t(`places.${name}`),
      href,
      keys: isOn ? keysOfPage(name) : undefined,
    }));
  const account = { kind: "pages" as const, key: "account", label: t("account"), href: "/account" };
  const issue = {
    kind: "actions" as const,
    key: "issue",
    label: t("palette.issue"),
    href: "/controls/new",
    keys: isOn ? ISSUE_KEY : undefined,
  };
  const colours = themes.map((theme) => ({
    kind: "actions" as const,
    key: theme,
    label: t("palette.colours", { theme: t(`theme.${theme}`) }),
    run: () => {
      applyTheme(theme);
      router.refresh();
    },
  }));
  const language = {
    kind: "actions" as const,
    key: "language",
    label: t("palette.language"),
    run: async () => {
      await changeLanguage(other, actions.customer);
      router.refresh();
    },
  };
  const shortcuts = {
    kind: "actions" as const,
    key: "shortcuts",
    label: t(isOn ? "palette.shortcutsOff" : "palette.shortcutsOn"),
    run: () => switchShortcuts(!isOn),
  };
  const signOut = {
    kind: "actions" as const,
    key: "signOut",
    label: t("signOut"),
    run: async () => (await import("next-auth/react")).signOut({ callbackUrl: "/sign-in" }),
  };
  const forStaff = reader === "viewer" ? [] : [issue, ...pause];
  if (isCustomer) return [...pages, language, ...colours, signOut];
  return [...forStaff, ...pages, account, language, ...colours, shortcuts, signOut];
}
