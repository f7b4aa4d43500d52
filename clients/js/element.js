import { Client } from "./client.js";

const WORDS = {
  en: {
    check: "Check the decks",
    checking: "Checking …",
    legal: "This team may play these decks.",
    illegal: "This team may not play these decks.",
    line: "line",
    failed: "The decks could not be checked. Try again later.",
  },
  de: {
    check: "Decks prüfen",
    checking: "Wird geprüft …",
    legal: "Dieses Team darf diese Decks spielen.",
    illegal: "Dieses Team darf diese Decks nicht spielen.",
    line: "Zeile",
    failed: "Die Decks konnten nicht geprüft werden. Bitte später noch einmal versuchen.",
  },
  es: {
    check: "Comprobar los mazos",
    checking: "Comprobando…",
    legal: "Este equipo puede jugar estos mazos.",
    illegal: "Este equipo no puede jugar estos mazos.",
    line: "línea",
    failed: "No se han podido comprobar los mazos. Inténtelo más tarde.",
  },
  fr: {
    check: "Vérifier les decks",
    checking: "Vérification…",
    legal: "Cette équipe peut jouer ces decks.",
    illegal: "Cette équipe ne peut pas jouer ces decks.",
    line: "ligne",
    failed: "Les decks n’ont pas pu être vérifiés. Réessayez plus tard.",
  },
  it: {
    check: "Controlla i mazzi",
    checking: "Controllo in corso…",
    legal: "Questa squadra può giocare questi mazzi.",
    illegal: "Questa squadra non può giocare questi mazzi.",
    line: "riga",
    failed: "Non è stato possibile controllare i mazzi. Riprova più tardi.",
  },
  ja: {
    check: "デッキをチェック",
    checking: "チェック中…",
    legal: "このチームはこれらのデッキを使えます。",
    illegal: "このチームはこれらのデッキを使えません。",
    line: "行",
    failed: "デッキをチェックできませんでした。しばらくしてからもう一度お試しください。",
  },
  pt: {
    check: "Verificar os decks",
    checking: "Verificando…",
    legal: "Esta equipe pode jogar com estes decks.",
    illegal: "Esta equipe não pode jogar com estes decks.",
    line: "linha",
    failed: "Não foi possível verificar os decks. Tente novamente mais tarde.",
  },
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
  /** Words in place of its own, which are those of the page's language. */
  words = {};
  #running = null;
  #form = null;
  #button = make("button");
  #status = make("p");
  #findings = make("ul");

  connectedCallback() {
    this.#button.type = "button";
    this.#button.textContent = this.#words.check;
    this.#button.onclick = () => this.check();
    this.#status.setAttribute("role", "status");
    this.#button.className = "headjudge-button";
    this.#button.setAttribute("part", "button");
    this.#findings.className = "headjudge-findings";
    this.#findings.setAttribute("part", "findings");
    this.#setState("");
    this.#findings.id ||= `headjudge-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    this.replaceChildren(this.#button, this.#status, this.#findings);
    this.#form = this.getRootNode();
    this.#form.addEventListener("input", this.#forget);
  }

  disconnectedCallback() {
    this.#running?.abort();
    this.#form.removeEventListener("input", this.#forget);
  }

  /** The language of the nearest `lang`, in which it speaks and asks. */
  get language() {
    return this.closest("[lang]")?.lang || "en";
  }

  get #words() {
    const own = WORDS[this.language.split("-")[0].toLowerCase()] ?? WORDS.en;
    return { ...own, ...this.words };
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
    this.#status.textContent = this.#words.checking;
    const service = this.getAttribute("service") ?? "";
    const client = new Client(service, { language: this.language, retries: 1 });
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
      this.#status.textContent = error.problem?.detail ?? this.#words.failed;
      this.#setState("failed");
      if (faults.length > 1) {
        this.#findings.append(...faults.map((fault) => this.#item(fault.detail, "fault")));
      }
      this.#tell("headjudge-problem", error);
      return null;
    }
  }

  #show(report, lists) {
    this.#status.textContent = report.legal ? this.#words.legal : this.#words.illegal;
    this.#setState(report.legal ? "legal" : "illegal");
    for (const finding of [...report.violations, ...report.notices]) {
      const isFault = report.violations.includes(finding);
      const kind = isFault ? "fault" : finding.severity;
      const item = this.#item([finding.message, finding.fix].filter(Boolean).join(" "), kind);
      item.dataset.code = finding.code;
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

  /** A finding of a kind: `fault`, `warning` or `info`, by class and part. */
  #item(text, kind) {
    const item = make("li", text);
    item.className = `headjudge-${kind}`;
    item.setAttribute("part", kind);
    return item;
  }

  #setState(state) {
    this.#status.className = state && `headjudge-${state}`;
    this.#status.setAttribute("part", `status ${state}`);
  }

  /** A button that selects a line of a list. */
  #link(list, line) {
    const name = list.dataset.player ?? list.labels?.[0]?.textContent.trim() ?? list.id;
    const link = make("button", `${name}, ${this.#words.line} ${line}`);
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
    this.#setState("");
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
