import { Plus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";

/** The way to making another one of what is listed. */
export function CreateLink({
  href,
  size,
  variant = "primary",
  children,
}: {
  href: string;
  size?: "sm";
  variant?: "primary" | "secondary";
  children: string;
}) {
  return (
    <ButtonLink href={href} size={size} variant={variant}>
      <Plus aria-hidden className="size-4" />
      {children}
    </ButtonLink>
  );
}
