// One team, in its row: its lists in the check form, its status, a note, a message to its players.

import { countToMend, write } from "./messages.js";
import { dress, linkNeighbours, recount } from "./narrowing.js";
import { at, made, PATIENCE, rows, shown } from "./page.js";
import { keepLater } from "./store.js";
import { changesOf, decksOf, judge, teams } from "./teams.js";

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
  at("message").open = "opens" in at("message").dataset;
  delete at("message").dataset.opens;
  row.classList.remove("unread-here");
  for (const id of ["answer", "form", "after"]) at(id).replaceChildren();
  at("state").textContent = at("state").dataset.loading;
  tell(row);
  row.scrollIntoView({ block: "start", behavior: "instant" });
  history.replaceState(null, "", `#${row.id}`);
  written = "";
  write();
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
  const decks = decksOf(teams.get(row.id).request);
  const written = JSON.parse(row.dataset.written ?? "[]").map((text, index) => text && !decks[index]?.list && [decks[index]?.player ?? "", text]);
  at("written").replaceChildren(...written.filter(Boolean).map(([player, text]) => {
    const address = /^www\./i.test(text) ? `https://${text}` : text;
    const isAddress = /^https?:\/\//i.test(address);
    const words = isAddress ? made("a", { href: address, target: "_blank", rel: "noreferrer", textContent: text }) : made("q", { textContent: text });
    const line = made("p", {});
    line.append(player && `${player}: `, words);
    return line;
  }), ...[...row.querySelectorAll(".of-rows")].map(({ textContent }) => made("p", { textContent })));
}

// The lists as they are in the form become those of the team, which is judged again.
function take() {
  if (!shown.row || !written || written === values()) return;
  written = values();
  const [data, row] = [new FormData(form), shown.row];
  const team = teams.get(row.id);
  const [players, pool, known] = [data.getAll("player"), data.get("pool") ?? "", decksOf(team.request)];
  const decks = data.getAll("list").map((list, index) => ({ ...known[index], player: players[index], list }));
  // A seat stays one without a list.
  while (decks.length > known.length && !decks.at(-1).list.trim() && !decks.at(-1).player) decks.pop();
  const request = { ...JSON.parse(team.request), decks };
  for (const deck of request.decks) if (!deck.player) delete deck.player;
  if (pool.trim()) request.pool = { list: pool };
  team.request = JSON.stringify(request);
  keepLater(row.id);
  clearTimeout(waiting.get(row.id));
  waiting.set(row.id, setTimeout(async () => {
    await judge(row.id).catch(() => null);
    dress(row);
    if (shown.row === row) {
      tell(row);
      write(false);
    }
    recount();
    countToMend();
    keepLater(row.id);
  }, PATIENCE));
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
  form.addEventListener("unfilled", () => {
    // Without a connection the lists can be read, and what was found in them.
    const { dataset } = at("state");
    at("state").textContent = navigator.onLine ? dataset.failed : dataset.offline;
    const row = shown.row;
    row.classList.add("unread-here");
    at("form").replaceChildren(...decksOf(teams.get(row.id).request).flatMap(({ player, list }) => [
      made("h3", { textContent: player ?? "" }), made("pre", { textContent: list ?? "", tabIndex: 0 }),
    ]));
  });
  addEventListener("online", () => {
    const row = shown.row;
    if (row?.classList.contains("unread-here")) { close(); row.querySelector("details").open = true; }
  });
  // The next team, or the one before, by a key.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !shown.row) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const link = { n: at("next"), p: at("previous") }[event.key];
    if (link && !link.hidden) link.click();
  });
}
