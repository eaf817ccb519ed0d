import type { MetadataRoute } from "next";
import { getLocale, getTranslations } from "next-intl/server";

/** What a phone or desktop needs to install the portal. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("layout");
  return {
    id: "/",
    name: t("product"),
    short_name: t("product"),
    description: t("description"),
    lang: await getLocale(),
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#f4f4f0",
    theme_color: "#f4f4f0",
    categories: ["utilities"],
    icons: [
      { src: "/icons/curtail-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/curtail-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      {
        src: "/icons/curtail-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
  };
}
