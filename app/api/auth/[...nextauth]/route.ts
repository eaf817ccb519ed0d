export { answerAuth as GET, answerAuth as POST } from "@/lib/portal/auth-route.ts";
