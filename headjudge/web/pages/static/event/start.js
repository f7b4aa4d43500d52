// The page of a whole event works without this. It shows the teams as they are checked, narrows and
// sorts them, and mends the lists of one in its row. Events are kept in this browser, so that they
// are found again, and a newer file of one is compared with it.

import * as checking from "./checking.js";
import * as files from "./files.js";
import * as messages from "./messages.js";
import * as narrowing from "./narrowing.js";
import { at, rows, said } from "./page.js";
import * as panel from "./panel.js";
import * as store from "./store.js";
import { add, begin, judge, takeOver, teams } from "./teams.js";

let asked = null; // the kept event that may be this one

async function start() {
  files.startUpload();
  const last = await store.last();
  if (!at("columns") && last && /^#(?:results|team-\d+)$/.test(location.hash)) await resume(last);
  else if (!at("columns")) await list();
  else await goOn();
}

// The columns of a file are on the page, or all of its results.
async function goOn() {
  store.fillFile(await store.takeAside("file"));
  const isFresh = at("results").hidden;
  const waiting = await store.takeAside("teams");
  listen();
  if (waiting) {
    await checking.checkAll(waiting);
  } else if (!isFresh) {
    // The whole page came at once, such as in another language.
    const known = await recall();
    begin(known);
    for (const row of rows.children) add(row, row.querySelector("[name=request]").value);
    await checking.settle();
    if (!known.length) await askWhetherSame();
  }
}

function listen() {
  for (const part of [files, messages, narrowing, panel, store]) part.start();
  at("columns").addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.value !== "check" || button.hasAttribute("formaction") || button.closest("nav")) return;
    event.preventDefault();
    check();
  });
  at("forget").addEventListener("click", () => { at("sure").hidden = false; at("sure-yes").focus(); });
  at("sure-no").addEventListener("click", () => { at("sure").hidden = true; at("forget").focus(); });
  at("sure-yes").addEventListener("click", async () => {
    at("sure").hidden = true;
    offerBack(await store.remove());
    for (const id of ["export", "forget"]) at(id).hidden = true;
  });
  at("same-event").addEventListener("click", async () => {
    panel.close();
    store.belongTo(asked);
    takeOver(asked.teams.map(([, team]) => team));
    askFor(null);
    await checking.settle();
  });
  at("other-event").addEventListener("click", async () => {
    sessionStorage.setItem("headjudge-other", at("earlier").dataset.id);
    askFor(null);
  });
}

// What was removed can be put back, until the page is left.
function offerBack(gone) {
  const place = at("undo");
  place.hidden = false;
  place.querySelector("span").textContent = place.dataset.words.replace("{event}", store.nameOfEvent(gone));
  place.querySelector("button").focus();
  place.querySelector("button").onclick = async () => {
    await store.putBack(gone);
    place.hidden = true;
    if (at("columns")) for (const id of ["export", "forget"]) at(id).hidden = false;
    else await list();
  };
}

// What is checked once more on its page is the same event, whatever was changed of it.
async function check() {
  const isAgain = teams.size > 0;
  const known = isAgain ? [...teams.values()] : await recall();
  await checking.checkAll(known);
  if (!isAgain && !known.length) await askWhetherSame();
}

// The teams of this event as this device knows them.
async function recall() {
  const now = store.eventOf(store.fields());
  const same = (await store.events()).find((one) => store.isSame(store.eventOf(one.fields), now));
  if (same) store.belongTo(same);
  return same ? same.teams.map(([, team]) => team) : [];
}

// Where nothing is known of this event, but of one with teams of the same names.
async function askWhetherSame() {
  const keys = new Set([...teams.values()].map(({ key }) => key));
  const now = store.eventOf(store.fields());
  const shared = (one) => one.teams.filter(([, { key }]) => keys.has(key)).length;
  const others = (await store.events()).filter((one) => !store.isSame(store.eventOf(one.fields), now));
  const other = others.find(shared);
  askFor(other && sessionStorage.getItem("headjudge-other") !== other.id ? other : null, other && shared(other));
}

function askFor(other, number) {
  asked = other;
  // After a reload the question is still there.
  if (other) sessionStorage.setItem("headjudge-asks", `${other.id} ${number}`);
  else sessionStorage.removeItem("headjudge-asks");
  const place = at("earlier");
  place.hidden = !other;
  if (!other) return;
  place.dataset.id = other.id;
  const values = { number, event: wordsOf(other).join(" · ") };
  place.firstElementChild.textContent = place.dataset.words.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
}

function wordsOf({ fields, file }) {
  const sent = new Map(fields);
  const word = (name) => [...(at("columns")?.elements[name].options ?? [])].find(({ value }) => value === sent.get(name))?.text ?? sent.get(name);
  return [store.nameOfEvent({ fields, file }), ...(at("columns") ? [word("format"), sent.get("as_of"), word("structure")] : [sent.get("as_of")])].filter(Boolean);
}

// The kept events, by name and day, each of which can be opened and removed.
async function list() {
  const all = await store.events();
  at("events").hidden = !all.length;
  const template = at("event-line").content.firstElementChild;
  at("event-lines").replaceChildren(...all.map((one) => {
    const line = template.cloneNode(true);
    const [name, day] = [store.nameOfEvent(one), new Map(one.fields).get("as_of")];
    const open = line.querySelector("a");
    open.textContent = name;
    line.querySelector("time").textContent = day;
    line.querySelector(".teams-of").textContent = at("events").dataset.teams.replace("{number}", one.teams.length);
    open.addEventListener("click", (event) => {
      event.preventDefault();
      history.pushState(null, "", `${location.pathname}${location.search}#results`);
      resume(one);
    });
    const [ask, sure] = [line.querySelector("button"), line.querySelector(".offer")];
    const asking = (isAsking) => {
      sure.hidden = !isAsking;
      ask.hidden = isAsking;
      (isAsking ? sure.querySelector(".yes") : ask).focus();
    };
    ask.addEventListener("click", () => asking(true));
    sure.querySelector(".no").addEventListener("click", () => asking(false));
    sure.querySelector(".yes").addEventListener("click", async () => {
      const gone = await store.remove(one.id);
      await list();
      offerBack(gone);
    });
    return line;
  }));
}

// A kept event; teams that changed after their rows are judged first.
async function resume(one) {
  store.restore(one);
  listen();
  for (const id of one.late ?? []) await judge(id).catch(() => null);
  for (const row of rows.children) narrowing.dress(row);
  narrowing.recount();
  panel.openAddress();
  if (one.late?.length) await store.keep();
  const [id, number] = (sessionStorage.getItem("headjudge-asks") ?? "").split(" ");
  if (id) askFor((await store.events()).find((other) => other.id === id && id !== one.id) ?? null, number);
  if (!location.hash.startsWith("#team")) at("results-title").focus();
  said.textContent = "";
}

start();
