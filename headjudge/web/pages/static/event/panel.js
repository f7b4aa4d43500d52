// One team, in its row: its lists in the check form, its status, a note, a message to its players.

import { judge } from "./judging.js";
import { keepLater } from "./keeping.js";
import { dress, linkNeighbours, recount } from "./narrowing.js";
import { at, made, nameOf, PATIENCE, rows, shown } from "./page.js";
import { changesOf, decksOf, teams } from "./teams.js";

const form = at("form");
const waiting = new Map(); // timers, by the id of the row
let written = ""; // what the form held when it was last looked at

const values = () => JSON.stringify([...new FormData(form)].filter(([name]) => ["player", "list", "pool"].includes(name)));

function open(row) {
  const team = teams.get(row.id);
  shown.row = row;
  row.querySelector("details").append(at("opened"));
  at("opened").hidden = false;
  linkNeighbours();
  at("status").value = team.status;
  at("note").value = team.note;
  at("message-language").value = team.language || row.dataset.language || document.documentElement.lang;
  at("message").open = false;
  for (const id of ["answer", "form", "after"]) at(id).replaceChildren();
  at("state").textContent = at("state").dataset.loading;
  tell(row);
  row.scrollIntoView({ block: "start", behavior: "instant" });
  history.replaceState(null, "", `#${row.id}`);
  written = "";
  form.dispatchEvent(new CustomEvent("team", { detail: team.request }));
}

export function close() {
  shown.row?.querySelector("details").removeAttribute("open");
  shown.row = null;
  at("opened").hidden = true;
  at("whole").append(at("opened"));
}

function tell(row) {
  at("differences").replaceChildren(...changesOf(teams.get(row.id)).map((textContent) => made("p", { textContent })));
  at("open").href = `/${location.search}#${row.dataset.check}`;
  at("open").hidden = !row.dataset.check;
  const { mail } = row.dataset;
  Object.assign(at("mail"), { hidden: !mail, textContent: mail, href: `mailto:${mail}` });
}

// The lists as they are in the form become those of the team, which is judged again.
function take() {
  if (!shown.row || !written || written === values()) return;
  written = values();
  const [data, row] = [new FormData(form), shown.row];
  const team = teams.get(row.id);
  const [players, pool, known] = [data.getAll("player"), data.get("pool") ?? "", decksOf(team.request)];
  const decks = data.getAll("list").map((list, index) => ({ ...known[index], player: players[index], list }));
  const request = { ...JSON.parse(team.request), decks: decks.filter(({ list }) => list.trim()) };
  for (const deck of request.decks) if (!deck.player) delete deck.player;
  if (pool.trim()) request.pool = { list: pool };
  team.request = JSON.stringify(request);
  keepLater(row.id);
  clearTimeout(waiting.get(row.id));
  waiting.set(row.id, setTimeout(async () => {
    await judge(row.id).catch(() => null);
    dress(row);
    if (shown.row === row) tell(row);
    recount();
    keepLater(row.id);
  }, PATIENCE));
}

// The result in the players' language, as the check form writes it.
async function write() {
  if (!at("message").open || !shown.row) return;
  const [row, sent] = [shown.row, new FormData()];
  sent.set("do", "open");
  sent.set("request", teams.get(row.id).request);
  const answer = await fetch(`/?lang=${at("message-language").value}`, { method: "POST", body: sent, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (shown.row !== row) return;
  const text = page.getElementById("copy-result")?.value ?? "";
  at("message-text").replaceChildren(...withLinks(text, page.querySelectorAll(".of-card")));
  at("mail").href = `mailto:${row.dataset.mail}?${new URLSearchParams({ subject: nameOf(row), body: text })}`.replaceAll("+", "%20");
}

// The text with its cards as links, which are found in these, and with days that no line breaks.
function withLinks(text, links) {
  const byName = new Map([...links].map((link) => [link.textContent, link]));
  const names = [...byName.keys()].sort((one, other) => other.length - one.length);
  const any = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const parts = text.split(new RegExp(`(?<![A-Za-z0-9])(${[...any, "\\d{4}-\\d{2}-\\d{2}"].join("|")})(?![A-Za-z0-9])`));
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    return byName.get(part)?.cloneNode(true) ?? made("time", { textContent: part });
  });
}

// Of what stands below an answer only its text is of use here.
function tidy() {
  for (const other of at("after").querySelectorAll(":scope > :not(.passing)")) other.remove();
}

// Addresses within the answer, such as those of its lines, leave the row open.
export function openAddress() {
  const row = rows.querySelector(`:scope > [id="${CSS.escape(location.hash.slice(1))}"]`);
  if (!row) return;
  row.querySelector("details").open = true;
  row.querySelector("summary").focus();
  row.scrollIntoView({ block: "start", behavior: "instant" });
}

export function start() {
  rows.addEventListener("toggle", ({ target }) => {
    if (target.name !== "team") return;
    const row = target.closest("li");
    if (target.open) open(row);
    else if (row === shown.row) close();
  }, true);
  addEventListener("hashchange", openAddress);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("filled", () => {
    tidy();
    at("state").textContent = "";
    written = values();
  });
  form.addEventListener("input", take);
  document.addEventListener("answered", () => { tidy(); write(); });
  for (const name of ["status", "note"]) {
    at(name).addEventListener("input", ({ target }) => {
      teams.get(shown.row.id)[name] = target.value;
      dress(shown.row);
      recount();
      keepLater(shown.row.id);
    });
  }
  at("message").addEventListener("toggle", write);
  at("message-language").addEventListener("change", ({ target }) => {
    teams.get(shown.row.id).language = target.value;
    keepLater(shown.row.id);
    write();
  });
}
