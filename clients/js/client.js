/** The service refused the request: `problem` is its problem document (RFC 9457). */
export class Refused extends Error {
  name = "Refused";
  constructor(problem, requestId) {
    super(problem.detail);
    this.problem = problem;
    this.requestId = requestId;
  }
}

/** Asks a running Headjudge, in a browser or in Node. */
export class Client {
  constructor(url, { language, timeout = 60_000 } = {}) {
    this.url = url.replace(/\/$/, "");
    this.timeout = timeout;
    this.headers = language ? { "Accept-Language": language } : {};
  }

  /** The report on a team. */
  validate(team, query, signal) {
    return this.post("/v1/validate", team, query, signal);
  }

  /** Any resource of the contract; parameters fill its path, and the others are its query. */
  get(path, parameters = {}, signal) {
    const query = { ...parameters };
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = query[name];
      delete query[name];
      return encodeURIComponent(value);
    });
    return this.#fetch(filled, query, signal, {});
  }

  /** The answer to a JSON document. */
  post(path, document, query = {}, signal) {
    return this.#fetch(path, query, signal, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document),
    });
  }

  async #fetch(path, query, signal, request) {
    return parsed(await this.send(path, query, signal, request));
  }

  /** The response to a request; Refused unless it succeeded. */
  async send(path, query, signal, { headers, ...request }) {
    const sent = Object.entries(query).filter(([, value]) => value != null);
    const address = this.url + path + (sent.length ? `?${new URLSearchParams(sent)}` : "");
    const answer = await fetch(address, {
      ...request,
      headers: { Accept: "application/json", ...this.headers, ...headers },
      signal: signal ?? AbortSignal.timeout(this.timeout),
    });
    if (answer.ok) return answer;
    throw new Refused(await parsed(answer), answer.headers.get("X-Request-ID"));
  }
}

async function parsed(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${answer.url} answered ${answer.status} without JSON.`);
  }
}
