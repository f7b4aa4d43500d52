// Files and links: the server reads them, as it does without a script, and the form that it
// answers with is put in place of this one.

import { dress } from "./editors.js";
import { current, setAside } from "./keeping.js";
import { isAnswered } from "./live.js";
import { after, answer, changed, say, show, verdict, words } from "./page.js";

const MOST = 1024 * 1024; // bytes; what is larger the service refuses anyway
const MARK = "#check=";
let form;

// Nothing came of it: the form is as it was, and the bar says why.
function refused(sentence) {
  form.dispatchEvent(new Event("unfilled"));
  show(sentence);
  say(sentence);
}

// The fields of a page's form; of a team in its row the lists, and the rest as it is.
function fields(filled) {
  if (!("embedded" in form.dataset)) return filled.childNodes;
  const shown = [...filled.querySelectorAll(".boxes, #limited[open]")];
  const others = [...filled.elements].filter(
    (field) => field.name && !["file", "submit"].includes(field.type) && !shown.some((part) => part.contains(field)),
  );
  const hidden = others.map(({ name, value }) => Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  return [...hidden, ...shown];
}

// Sends the data and puts the form and the answer of the page that comes back in place of these.
// `lost` are values of this form that are then gone.
async function send(data, focused, lost = null) {
  try {
    const response = await fetch(form.action, { method: "POST", body: data });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const filled = page.getElementById("form");
    if (!filled) {
      refused(page.querySelector("h1")?.textContent ?? words.unread);
      return;
    }
    // The focus is set below; here the browser would only complain of it.
    for (const heading of page.querySelectorAll("[autofocus]")) heading.removeAttribute("autofocus");
    form.replaceChildren(...fields(filled));
    answer.replaceChildren(...page.getElementById("answer").childNodes);
    after.replaceChildren(...page.getElementById("after").childNodes);
    delete form.dataset.fresh;
    document.title = page.title;
    form.dispatchEvent(new Event("filled"));
    isAnswered();
    changed(form);
    const found = verdict();
    show(found?.said ?? "", found?.kind);
    if (found) say(found.said);
    if ("embedded" in form.dataset) return;
    setAside(lost, "opened");
    document.getElementById(found ? "verdict" : focused)?.focus();
  } catch {
    refused(navigator.onLine ? words.unread : words.offline);
  }
}

// A team of an event, or the check of a link.
function open(request, lost = null) {
  const data = new FormData();
  data.set("do", "open");
  data.set("request", request);
  send(data, "format", lost);
}

function read(field) {
  if ([...field.files].some(({ size }) => size > MOST)) {
    field.value = "";
    refused(words.large);
    return;
  }
  const data = new FormData(form);
  data.set("do", "update");
  send(data, field.name === "file" ? field.id.replace("file", "list") : "pool");
}

// The request that a fragment holds: base64url of a raw DEFLATE stream, as sharing.py packs it.
async function unpacked(fragment) {
  const letters = fragment.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.codePointAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
}

async function follow() {
  if (!location.hash.startsWith(MARK)) return;
  const fragment = location.hash.slice(MARK.length);
  // A reload is to show what was changed since, not the link again.
  history.replaceState(null, "", location.pathname + location.search);
  try {
    open(await unpacked(fragment), current());
  } catch {
    show(words.broken);
    say(words.broken);
  }
}

function drop(event) {
  const box = event.target.closest?.(".box, .limited");
  const field = box?.querySelector("[type=file]");
  if (!field || !event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  box.classList.toggle("over", event.type === "dragover");
  if (event.type !== "drop") return;
  field.files = event.dataTransfer.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// A list that is pasted while no field has the cursor goes into the first empty one, and the next
// one into the next.
function paste(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text.includes("\n") || event.target.closest?.("input, textarea, [contenteditable]")) return;
  const area = [...form.querySelectorAll("[name=list]")].find((one) => !one.value.trim());
  if (!area) return;
  event.preventDefault();
  area.value = text;
  area.dispatchEvent(new Event("input", { bubbles: true }));
  dress();
}

export function start(one) {
  form = one;
  if (!("embedded" in form.dataset)) document.addEventListener("paste", paste);
  form.addEventListener("change", ({ target }) => {
    if (!target.files?.length) return;
    if ("reads" in target.dataset) read(target);
  });
  for (const type of ["dragover", "dragleave", "drop"]) form.addEventListener(type, drop);
  form.addEventListener("team", ({ detail }) => open(detail));
  window.addEventListener("hashchange", follow);
  follow();
}
