// Checks while one types: the form is sent as the button sends it, and the server's answer is put
// in place. One request at a time; what comes late is dropped. The focus stays where it is.

import { editorAround } from "./editors.js";
import { after, answer, empty, say, show, slots, unanswered, verdict, words } from "./page.js";

const PAUSE = 400; // milliseconds without a key
const MOST = 1024 * 1024; // bytes; what is larger the service refuses anyway
let form;
let timer;
let controller;
let asked = "";
let isComposing = false;

// What the form would send, without files: those are read when they are chosen.
function values() {
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
  return data;
}

function request(data) {
  data.set("do", "answer");
  return new URLSearchParams(data);
}

const hasLists = (data) => data.getAll("list").some((list) => list.trim());

// Lists on other sites are fetched by the button alone.
function isLinked(data) {
  return [...data.getAll("list"), data.get("pool") ?? ""].some((list) => /^\s*https?:\/\/\S+\s*$/i.test(list));
}

// What may be seen of the form stays where it is while the page around it grows or shrinks: the
// line of the caret in an editor, another field, or the form as a whole.
function inPlace(change) {
  const focused = form.contains(document.activeElement) && document.activeElement;
  const view = focused && editorAround(focused);
  const top = () => (view && view.coordsAtPos(view.state.selection.main.head) || (focused || form).getBoundingClientRect()).top;
  const before = top();
  answer.style.minHeight = "";
  change();
  document.dispatchEvent(new Event("answered"));
  window.scrollBy({ top: top() - before, behavior: "instant" });
  // At the top of the page nothing is left to scroll: what is above stays as high as it was.
  const lacking = before - top();
  if (lacking > 0) answer.style.minHeight = `${answer.offsetHeight + lacking}px`;
}

const items = () => [...document.querySelectorAll(".item")];

function put(html) {
  const open = [...document.querySelectorAll("#after details[open][id], #answer details[open][id]")].map(({ id }) => id);
  const focused = document.activeElement;
  const place = items().findIndex((item) => item.contains(focused));
  const wasHere = place >= 0 || slots().some((slot) => slot.contains(focused));
  const page = new DOMParser().parseFromString(html, "text/html");
  inPlace(() => {
    empty();
    for (const part of page.querySelectorAll("[data-into]")) {
      document.getElementById(part.dataset.into)?.replaceChildren(...part.childNodes);
    }
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const part of form.querySelectorAll("p.fault")) part.remove();
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  });
  // A button that was pressed is gone with its finding: the next one follows, or the verdict.
  if (wasHere) (items()[place] ?? document.getElementById("verdict")).focus({ preventScroll: place in items() });
  const { said, kind } = verdict();
  show(said, kind);
  say(said);
}

export async function check() {
  clearTimeout(timer);
  const body = request(values());
  if (String(body) === asked) return;
  asked = String(body);
  const isAsked = Boolean(body.get("format"));
  if (!isAsked || !hasLists(body)) {
    quiet();
    if (hasLists(body)) show(words.format, "asked", "format");
    return;
  }
  if (asked.length > MOST) {
    failed();
    return;
  }
  controller?.abort();
  const own = (controller = new AbortController());
  try {
    const response = await fetch(form.action, { method: "POST", body, signal: own.signal });
    const text = await response.text();
    if (own !== controller) return;
    if (response.status === 204) {
      quiet();
      show(isLinked(body) ? words.failed : words.waiting);
    } else if (response.status === 200 || response.status === 422) put(text);
    else failed();
  } catch (error) {
    if (own === controller && error.name !== "AbortError") failed();
  }
}

// The answer on the page is that of the form as it is, by whatever way it came.
export function isAnswered() {
  controller?.abort();
  controller = undefined;
  asked = verdict() ? String(request(values())) : "";
}

// The answer that is there is one to other lists.
function failed() {
  asked = "";
  quiet();
  show(navigator.onLine ? words.failed : words.offline);
}

// Nothing to check, and nothing to say: an answer to what was there before is none to this.
function quiet() {
  controller?.abort();
  controller = undefined;
  if (verdict()) inPlace(unanswered);
  show("");
}

function later({ target }) {
  if (target.type === "file") return; // it is read first
  clearTimeout(timer);
  if (!isComposing) timer = setTimeout(check, PAUSE);
}

export function start(one) {
  form = one;
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("compositionstart", () => { isComposing = true; clearTimeout(timer); });
  form.addEventListener("compositionend", (event) => { isComposing = false; later(event); });
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    controller?.abort();
    if (navigator.onLine) return;
    event.preventDefault();
    failed();
    say(words.offline);
  });
  window.addEventListener("online", later);
  after.addEventListener("change", ({ target }) => { if (target.form === form) check(); });
  const here = verdict();
  if (here) show(here.said, here.kind);
  isAnswered();
}
