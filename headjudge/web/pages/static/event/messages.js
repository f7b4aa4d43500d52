// Messages to the players: a template that is kept on this device, filled with what a team has to
// mend, for one team or for all that must mend, one after another.

import { dress, recount } from "./narrowing.js";
import { at, made, nameOf, rows, shown } from "./page.js";
import { keepLater, nameOfEvent, fields } from "./store.js";
import { ask, teams } from "./teams.js";

const KEY = "headjudge-message";
const LINK_MAX = 1_800; // characters that mail programs take of a link
const KEPT = ["deadline", "reply"];
let kept = { templates: {} };
let queue = []; // ids of the teams that are still to be written to
let number = 0;

const isToMend = (row) => row.classList.contains("illegal") || row.classList.contains("no-list");
const language = () => at("message-language").value;

function read() {
  try {
    kept = { templates: {}, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch { /* nothing is kept */ }
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch { /* where nothing may be kept it lasts as long as the page */ }
}

// The line of a team in the language of its message: what is to be mended, and the usual template.
async function lineIn(row) {
  const own = { mend: JSON.parse(row.dataset.mend ?? "[]"), template: at("template").dataset.usual };
  if (language() === document.documentElement.lang) return own;
  return (await ask(row.id, language()).catch(() => null)) ?? own;
}

// The wording with these values; a line is left out where what it is about is empty.
function filled(template, values) {
  const lines = template.split("\n").filter((line) => [...line.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== ""));
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n").replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export async function write(isOtherLanguage = true) {
  if (!at("message").open || !shown.row) return;
  const row = shown.row;
  const { mend, template } = await lineIn(row);
  if (shown.row !== row) return;
  if (isOtherLanguage) at("template").value = kept.templates[language()] ?? template;
  const values = {
    team: nameOf(row),
    players: row.querySelector(".players").textContent || nameOf(row),
    event: nameOfEvent({ fields: fields(), file: at("file-again")?.files[0] }),
    day: at("as_of").value,
    faults: mend.map((one) => `- ${one}`).join("\n"),
    deadline: at("deadline").value,
    address: at("reply").value,
  };
  const text = filled(at("template").value, values);
  at("message-text").textContent = text;
  const query = new URLSearchParams({ subject: `${values.event}: ${values.team}`, body: text.replaceAll("\n", "\r\n") });
  const href = `mailto:${row.dataset.mail}?${query}`.replaceAll("+", "%20");
  const isLong = href.length > LINK_MAX;
  Object.assign(at("mail"), { hidden: !row.dataset.mail || isLong, textContent: at("mail").dataset.words.replace("{address}", row.dataset.mail), href });
  at("too-long").hidden = !row.dataset.mail || !isLong;
  const progress = at("writing");
  progress.textContent = queue.length ? progress.dataset.words.replace("{done}", number - queue.length + 1).replace("{all}", number) : "";
}

export function countToMend() {
  const waiting = [...rows.children].filter((row) => isToMend(row) && ["", "to-ask"].includes(teams.get(row.id)?.status));
  at("write-all").hidden = !waiting.length;
  at("write-all").textContent = at("write-all").dataset.words.replace("{number}", waiting.length);
  return waiting;
}

function isAsked(row) {
  const team = teams.get(row.id);
  if (["", "to-ask"].includes(team.status)) {
    team.status = at("status").value = "asked";
    dress(row);
    recount();
    countToMend();
    keepLater(row.id);
  }
}

function open(id) {
  const details = at(id).querySelector("details");
  at("message").dataset.opens = "";
  if (details.open) at("message").open = true;
  else details.open = true;
}

// The one who was written to is asked, and the next one is opened.
function next() {
  if (!shown.row) return;
  isAsked(shown.row);
  if (queue[0] !== shown.row.id) return;
  queue.shift();
  if (queue.length) setTimeout(open, 0, queue[0]);
  else write();
}

export function start() {
  read();
  for (const name of KEPT) {
    at(name).value = kept[name] ?? "";
    at(name).addEventListener("input", ({ target }) => { kept[name] = target.value; save(); write(false); });
  }
  at("template").addEventListener("input", ({ target }) => { kept.templates[language()] = target.value; save(); write(false); });
  at("usual-template").addEventListener("click", () => { delete kept.templates[language()]; save(); write(); });
  at("message").addEventListener("toggle", () => write());
  at("message-language").addEventListener("change", ({ target }) => {
    teams.get(shown.row.id).language = target.value;
    keepLater(shown.row.id);
    write();
  });
  at("mail").addEventListener("click", next);
  at("copy-message").addEventListener("click", next);
  at("write-all").addEventListener("click", () => {
    queue = countToMend().map(({ id }) => id);
    number = queue.length;
    if (queue.length) open(queue[0]);
  });
}
