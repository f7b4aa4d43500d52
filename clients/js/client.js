const BUSY = [429, 503];
// Bounds of one request of a batch; further teams are sent in others.
const TEAMS_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 12_000_000;
const KEPT = 256;
const NDJSON = "application/x-ndjson";

/** The service refused the request: `problem` is its problem document (RFC 9457). */
export class Refused extends Error {
  name = "Refused";
  constructor(problem, status, requestId) {
    const faults = (problem.errors ?? []).map(({ detail }) => detail);
    super([problem.detail, ...faults].join("\n"));
    this.problem = problem;
    this.status = status;
    this.requestId = requestId;
  }
}

/** Asks a running Headjudge, in a browser or in Node. */
export class Client {
  #kept = new Map();

  /** Waits and repeats while the service is busy or not reached, `retries` times. */
  constructor(url, { language, timeout = 60_000, retries = 4 } = {}) {
    this.url = url.replace(/\/$/, "");
    this.timeout = timeout;
    this.retries = retries;
    this.headers = language ? { "Accept-Language": language } : {};
  }

  /** The report on a team. */
  validate(team, query, signal) {
    return this.post("/v1/validate", team, query, signal);
  }

  /** An answer for each team, in the same order, as they arrive. */
  async *batch(teams, query = {}, signal) {
    let first = 0;
    for (const lines of portions(teams)) {
      const answer = await this.#send("/v1/validate/batch", query, signal, {
        method: "POST",
        headers: { "Content-Type": NDJSON, Accept: NDJSON },
        body: lines.join(""),
      });
      let answered = 0;
      for await (const line of linesOf(answer.body)) {
        answered += 1;
        const document = JSON.parse(line);
        yield { ...document, line: first + document.line };
      }
      if (answered < lines.length) throw new Error(`${lines.length - answered} teams have no answer.`);
      first += lines.length;
    }
  }

  /** Any resource of the contract; parameters fill its path, and the others are its query. */
  async get(path, parameters = {}, signal) {
    const query = { ...parameters };
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = query[name];
      if (value == null || value === "") throw new TypeError(`${path} needs a value for ${name}.`);
      delete query[name];
      return encodeURIComponent(value);
    });
    const address = this.#address(filled, query);
    const kept = this.#kept.get(address);
    const headers = kept ? { "If-None-Match": kept.tag } : {};
    const answer = await this.#send(filled, query, signal, { headers });
    if (answer.status === 304) return JSON.parse(kept.text);
    const text = await answer.text();
    const tag = answer.headers.get("ETag");
    if (tag) {
      if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value);
      this.#kept.set(address, { tag, text });
    }
    return parsed(text, answer);
  }

  /** The answer to a JSON document. */
  async post(path, document, query = {}, signal) {
    const answer = await this.#send(path, query, signal, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document),
    });
    return parsed(await answer.text(), answer);
  }

  #address(path, query) {
    const sent = Object.entries(query).filter(([, value]) => value != null);
    return this.url + path + (sent.length ? `?${new URLSearchParams(sent)}` : "");
  }

  /** The response to a request; Refused unless it succeeded. */
  async #send(path, query, signal, { headers, ...request }) {
    const limit = signal ?? AbortSignal.timeout(this.timeout);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= this.retries;
      let wait = 500 * 2 ** attempt;
      try {
        const answer = await fetch(this.#address(path, query), {
          ...request,
          cache: "no-store",
          headers: { Accept: "application/json", ...this.headers, ...headers },
          signal: limit,
        });
        if (answer.ok || answer.status === 304) return answer;
        if (isLast || !BUSY.includes(answer.status)) throw await refusal(answer);
        wait = 1_000 * (Number(answer.headers.get("Retry-After")) || wait / 1_000);
      } catch (error) {
        if (isLast || error instanceof Refused || !(error instanceof TypeError)) throw error;
      }
      await pause(wait, limit);
    }
  }
}

/** The lines of a batch, as many as one request takes. */
function* portions(teams) {
  let lines = [];
  let size = 0;
  for (const team of teams) {
    const line = `${JSON.stringify(team)}\n`;
    const bytes = new TextEncoder().encode(line).length;
    if (lines.length === TEAMS_AT_ONCE || (lines.length && size + bytes > BYTES_AT_ONCE)) {
      yield lines;
      lines = [];
      size = 0;
    }
    lines.push(line);
    size += bytes;
  }
  if (lines.length) yield lines;
}

async function refusal(answer) {
  const problem = parsed(await answer.text(), answer);
  return new Refused(problem, answer.status, answer.headers.get("X-Request-ID"));
}

function parsed(text, answer) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${answer.url} answered ${answer.status} without JSON.`);
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
  });
}

async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}
