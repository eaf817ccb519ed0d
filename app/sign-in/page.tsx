import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { Mark } from "@/components/shell/mark.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { ThemeSwitch } from "@/components/shell/theme-switch.tsx";
import { CurtailedDay } from "@/components/sign-in/curtailed-day.tsx";
import { SignInForm } from "@/components/sign-in/sign-in-form.tsx";
import { safePath } from "@/lib/portal/next-path.ts";
import { currentUser } from "@/lib/portal/session.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const wanted = (await searchParams).next;
  const next = safePath(typeof wanted === "string" ? wanted : null);
  if (await currentUser()) redirect(next);
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div className="relative grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_28rem]">
      <section className="flex flex-col justify-between gap-5 border-line bg-sunken p-6 max-lg:border-b sm:p-10 lg:border-r">
        <p className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
          <Mark className="size-8" />
          Curtail
        </p>
        <CurtailedDay />
        <p className="max-w-xl text-lg font-medium tracking-tight text-balance lg:text-2xl">
          Energy flexibility, quarter by quarter: see what a fleet does, control it, and account for
          what changed.
        </p>
      </section>
      <main className="grid content-center p-6 sm:p-10">
        <div className="absolute top-5 right-4">
          <ThemeSwitch initial={theme} />
        </div>
        <div className="mx-auto w-full max-w-sm">
          <h1 className="mb-4 text-xl font-semibold tracking-tight">Sign in</h1>
          <SignInForm next={next} />
        </div>
      </main>
    </div>
  );
}
