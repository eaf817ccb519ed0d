/** Whether a content type says JSON, of whatever kind. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? "");
