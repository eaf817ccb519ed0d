/** A user's browser as a cookie-holding HTTP client of the portal. */
export class HttpClient {
  private readonly cookies = new Map<string, string>();

  constructor(readonly portalUrl: string) {}

  /** Signs in with e-mail and password. @throws Error when it is refused. */
  async signIn(email: string, password: string): Promise<void> {
    const { csrfToken } = (await (await this.request("/api/auth/csrf")).json()) as {
      csrfToken: string;
    };
    const answer = await this.request("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
    if (answer.status !== 200) throw new Error(`${email} was refused: ${await answer.text()}`);
    await answer.body?.cancel();
  }

  /** The cookies as a request header has them. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A request as a page of the portal makes it. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(this.portalUrl + path, {
      redirect: "manual",
      ...init,
      headers: { Cookie: this.cookieHeader, Origin: this.portalUrl, ...(init.headers as object) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** Sends a body as JSON. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }
}
