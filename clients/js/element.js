import { Client } from "./client.js";

const WORDS = {
  check: "Check the decks",
  checking: "Checking …",
  legal: "This team may play these decks.",
  illegal: "This team may not play these decks.",
  line: "line",
  failed: "The decks could not be checked. Try again later.",
};

function make(tag, text, ...children) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/**
 * `<headjudge-check service="https://judge.example" format="modern" for="ann ben">`: a button that
 * checks the lists in these text areas, and the findings. It has no shadow, so that the site's
 * style is its style and the text areas can be described by it.
 */
export class HeadjudgeCheck extends HTMLElement {
  /** What it says itself; the findings are in the language of the page. */
  words = WORDS;
  #running = null;
  #form = null;
  #button = make("button");
  #status = make("p");
  #findings = make("ul");

  connectedCallback() {
    this.#button.type = "button";
    this.#button.textContent = this.words.check;
    this.#button.onclick = () => this.check();
    this.#status.setAttribute("role", "status");
    this.#findings.id ||= `headjudge-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    this.replaceChildren(this.#button, this.#status, this.#findings);
    this.#form = this.getRootNode();
    this.#form.addEventListener("input", this.#forget);
  }

  disconnectedCallback() {
    this.#running?.abort();
    this.#form.removeEventListener("input", this.#forget);
  }

  /** The text areas that `for` names. */
  get lists() {
    const ids = (this.getAttribute("for") ?? "").split(/\s+/).filter(Boolean);
    return ids.map((id) => document.getElementById(id)).filter(Boolean);
  }

  /** What is sent: the attributes, and a deck for each list. */
  get team() {
    const team = { decks: this.lists.map(this.#deck) };
    for (const name of ["format", "structure", "policy", "team", "as-of"]) {
      if (this.getAttribute(name)) team[name.replace("-", "_")] = this.getAttribute(name);
    }
    return team;
  }

  #deck(list) {
    return { ...(list.dataset.player && { player: list.dataset.player }), list: list.value };
  }

  /** Ask, and show the answer; resolves to the report, or to null where there is none. */
  async check() {
    this.#clear();
    const running = (this.#running = new AbortController());
    const lists = this.lists;
    this.#status.textContent = this.words.checking;
    const language = this.closest("[lang]")?.lang;
    const client = new Client(this.getAttribute("service") ?? "", { language });
    try {
      const signal = AbortSignal.any([running.signal, AbortSignal.timeout(client.timeout)]);
      const report = await client.validate(this.team, {}, signal);
      if (running.signal.aborted) return null;
      this.#show(report, lists);
      this.#tell("headjudge-report", report);
      return report;
    } catch (error) {
      if (running.signal.aborted) return null;
      const faults = error.problem?.errors ?? [];
      this.#status.textContent = error.problem?.detail ?? this.words.failed;
      if (faults.length > 1) {
        this.#findings.append(...faults.map((fault) => make("li", fault.detail)));
      }
      this.#tell("headjudge-problem", error);
      return null;
    }
  }

  #show(report, lists) {
    this.#status.textContent = report.legal ? this.words.legal : this.words.illegal;
    for (const finding of [...report.violations, ...report.notices]) {
      const item = make("li", [finding.message, finding.fix].filter(Boolean).join(" "));
      item.dataset.code = finding.code;
      const isFault = report.violations.includes(finding);
      for (const place of finding.places ?? []) {
        const list = lists[place.deck];
        if (!list) continue;
        if (isFault) list.setAttribute("aria-invalid", "true");
        list.setAttribute("aria-describedby", this.#findings.id);
        if (place.line) item.append(" ", this.#link(list, place.line));
      }
      this.#findings.append(item);
    }
  }

  /** A button that selects a line of a list. */
  #link(list, line) {
    const name = list.dataset.player ?? list.labels?.[0]?.textContent.trim() ?? list.id;
    const link = make("button", `${name}, ${this.words.line} ${line}`);
    link.type = "button";
    link.onclick = () => {
      const lines = list.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1);
      list.focus();
      list.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    };
    return link;
  }

  /** An answer is about the lists as they were. */
  #forget = (event) => {
    if (this.lists.includes(event.target)) this.#clear();
  };

  #clear() {
    this.#running?.abort();
    this.#status.textContent = "";
    this.#findings.replaceChildren();
    for (const list of this.lists) {
      list.removeAttribute("aria-invalid");
      if (list.getAttribute("aria-describedby") === this.#findings.id) {
        list.removeAttribute("aria-describedby");
      }
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("headjudge-check", HeadjudgeCheck);
