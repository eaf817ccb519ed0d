export { answerAuth as GET, answerAuth as POST } from "@/lib/portal/http/auth-route.ts";
