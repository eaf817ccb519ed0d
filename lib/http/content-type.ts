/** Whether a content type is JSON, including `+json` types. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? "");
