export {
  answerAuth as DELETE,
  answerAuth as GET,
  answerAuth as PATCH,
  answerAuth as POST,
  answerAuth as PUT,
} from "@/lib/portal/http/auth-route.ts";
