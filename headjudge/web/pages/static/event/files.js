// Files: registrations and saved events in, results and sheets of paper out.

import { events, fields, fileOf, listOf, nameOfEvent, putAside } from "./store.js";
import { at, made, number, rows, said } from "./page.js";
import { changesOf, isMended, teams } from "./teams.js";

const SLOW = 1000; // milliseconds

// The event that was saved as a file: its columns are asked for again, and its teams wait here.
async function take(file) {
  const { headjudge, fields: sent, teams: known, file: table } = JSON.parse(await file.text());
  if (headjudge !== "event" || !Array.isArray(sent) || !Array.isArray(known)) throw new TypeError("no event");
  const bytes = Uint8Array.from(atob(table.data), (letter) => letter.codePointAt(0));
  const original = new File([bytes], table.name);
  await putAside("teams", known);
  await putAside("file", original);
  const form = made("form", { action: at("upload").action, method: "post", enctype: "multipart/form-data", hidden: true });
  const values = [...sent.filter(([name]) => name !== "do"), ["do", "columns"]];
  form.append(...values.map(([name, value]) => made("textarea", { name, value })), made("input", { type: "file", name: "file" }));
  form.elements.file.files = listOf(original);
  document.body.append(form);
  form.submit();
}

function base64(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.replace(/^.*?,/, ""));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}

// How the file of a kept event was read: another one with the same columns is read so as well. The
// day and the name are those of an event that is not over.
function knownOf({ fields: sent, file }) {
  const isOver = new Map(sent).get("as_of") < new Date().toISOString().slice(0, 10);
  const left = ["teams", "sheet", "pairings", ...(isOver ? ["as_of", "event"] : [])];
  return { ...Object.fromEntries(sent.filter(([name]) => !left.includes(name))), known_as: nameOfEvent({ fields: sent, file }) };
}

// A file of registrations is kept for the next steps.
async function sendOn(file) {
  at("upload").elements.known.value = JSON.stringify((await events()).map(knownOf));
  await putAside("file", file);
  HTMLFormElement.prototype.submit.call(at("upload"));
}

// The form of columns once more, on a page of its own, which has the file as this one has.
export async function sendAgain(step, address) {
  const form = at("columns");
  if (fileOf()) await putAside("file", fileOf()).catch(() => null);
  form.append(made("input", { type: "hidden", name: "do", value: step }));
  form.action = address ?? form.action;
  HTMLFormElement.prototype.submit.call(form);
}

// A large file takes seconds on its way and to be read, which the browser tells of at its edge.
function tellOfReading() {
  const reading = at("reading");
  const timer = setTimeout(() => {
    reading.hidden = false;
    at("spoken").textContent = reading.textContent.trim();
  }, SLOW);
  addEventListener("pageshow", () => { // back on this page
    clearTimeout(timer);
    reading.hidden = true;
  }, { once: true });
}

function save(blob, name) {
  const link = made("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// The results as a file; a thousand teams take some seconds, in which the page says so.
async function download(body) {
  said.textContent = said.dataset.writing;
  try {
    const answer = await fetch(at("columns").action, { method: "POST", body });
    const name = answer.headers.get("Content-Disposition")?.match(/filename\*=UTF-8''(\S+)/)?.[1];
    if (!name) throw new TypeError("no file");
    save(await answer.blob(), decodeURIComponent(name));
    said.textContent = "";
  } catch {
    said.textContent = said.dataset.failed;
  }
}

// A tab that says what it waits for until the document is there: sheets of a thousand teams take
// ten seconds. Returns its name.
function waitingTab(words) {
  const name = `paper-${Date.now()}`;
  const page = window.open("", name)?.document;
  if (!page) return "_blank";
  const progress = page.createElement("progress");
  progress.setAttribute("aria-label", words);
  page.title = words;
  page.documentElement.style.colorScheme = "light dark";
  page.body.style.font = "1.1rem system-ui";
  page.body.append(Object.assign(page.createElement("p"), { textContent: words }), progress);
  return name;
}

// For sheets the teams that are shown, for tables all of them, each as it is kept here.
function teamsFor(isPaper) {
  const wanted = [...rows.children].filter((row) => !(isPaper && row.hidden));
  return JSON.stringify(wanted.map((row) => {
    const team = teams.get(row.id);
    return [number(row.id), isMended(team) ? JSON.parse(team.request) : null, team.status, team.note, ...changesOf(team)];
  }));
}

// Before there are columns: the file that is chosen.
export function startUpload() {
  document.addEventListener("submit", ({ defaultPrevented, submitter, target }) => {
    if (["columns", "upload"].includes(target.id) && !defaultPrevented && !submitter?.formTarget) tellOfReading();
  });
  const [upload, field] = [at("upload"), at("file")];
  field.addEventListener("change", () => {
    // The file is not sent only to be refused.
    const isTooLarge = field.files[0]?.size > Number(field.dataset.most);
    field.setCustomValidity(isTooLarge ? field.dataset.tooLarge : "");
    field.reportValidity();
  });
  upload.addEventListener("submit", async (event) => {
    const [file] = field.files;
    if (!file) return;
    event.preventDefault();
    tellOfReading();
    const isSaved = /\.json$/i.test(file.name);
    await (isSaved ? take(file) : sendOn(file)).catch(() => HTMLFormElement.prototype.submit.call(upload));
  });
}

export function start() {
  at("columns").addEventListener("submit", (event) => {
    const button = event.submitter;
    const isOfResults = Boolean(button?.closest("#downloads"));
    const isPaper = isOfResults && button.hasAttribute("formtarget");
    at("columns").elements.teams.value = isOfResults ? teamsFor(isPaper) : "";
    if (isPaper) button.setAttribute("formtarget", waitingTab(said.dataset.writing));
    else if (button?.value === "columns" || button?.hasAttribute("formaction")) {
      event.preventDefault();
      tellOfReading();
      sendAgain(button.value, button.getAttribute("formaction"));
    } else if (isOfResults) {
      event.preventDefault();
      download(new FormData(at("columns"), button));
    }
  });
  at("export").addEventListener("click", async () => {
    const file = fileOf();
    const table = { name: file.name, data: await base64(file) };
    const text = JSON.stringify({ headjudge: "event", fields: fields(), file: table, teams: [...teams.values()] });
    save(new Blob([text], { type: "application/json" }), "event.json");
  });
}
