import type { Metadata, Viewport } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { RegisterServiceWorker } from "@/components/offline/register-service-worker.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";
import { THEME_COOKIE, themeColours, toTheme } from "@/components/layout/theme.ts";
// What every page may show: from here its code comes once, not again with each part.
import "@/components/ui/button.tsx";
import "@/components/ui/field.tsx";
import "./globals.css";

/** Every page is made per request: its scripts carry that request's nonce. */
export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout");
  return {
    title: { default: t("product"), template: `%s · ${t("product")}` },
    description: t("description"),
    icons: {
      icon: { url: "/icon.svg", type: "image/svg+xml" },
      apple: "/icons/curtail-apple-180.png",
    },
  };
}

const chosenTheme = async () => toTheme((await cookies()).get(THEME_COOKIE)?.value);

export async function generateViewport(): Promise<Viewport> {
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    themeColor: themeColours(await chosenTheme()),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await chosenTheme();
  return (
    <html lang={await getLocale()} data-theme={theme}>
      <body>
        <MessagesProvider of="layout">{children}</MessagesProvider>
        <RegisterServiceWorker />
      </body>
    </html>
  );
}
