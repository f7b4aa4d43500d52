// Keeps events in this browser, in IndexedDB, so that they are found again: each with its file, its
// form, its results and what was noted of its teams. What a team was changed by right before the
// page was left is in localStorage, as there is no time for a database then.

import { at, PATIENCE, rows, shown } from "./page.js";
import { teams } from "./teams.js";

const PARTS = [".top", "#summary", "#rows", "#asked"];
const OF_EVENT = ["event", "format", "as_of", "structure"]; // what tells events apart
const LATE = "headjudge-event-late";
const MOST = 12; // events
const unsaved = new Set(); // ids of rows
let saving = 0;
let id = null; // of the event on the page
let removed = null; // the event that was removed from here

function database() {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("headjudge-events", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("events", { keyPath: "id" });
      opening.result.createObjectStore("waiting"); // a file, or teams, on the way to the next page
    };
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
}

async function stored(name, use) {
  const base = await database();
  try {
    return await new Promise((done, fail) => {
      const asked = use(base.transaction(name, "readwrite").objectStore(name));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    base.close();
  }
}

export const putAside = (name, value) => stored("waiting", (store) => store.put(value, name));

export async function takeAside(name) {
  const value = await stored("waiting", (store) => store.get(name)).catch(() => null);
  if (value) await stored("waiting", (store) => store.delete(name));
  return value;
}

const part = (selector) => document.querySelector(selector);
export const fields = () => [...new FormData(at("columns"))].filter(([, value]) => typeof value === "string");
export const fileOf = () => at("file-again")?.files[0];

export function listOf(file) {
  const given = new DataTransfer();
  given.items.add(file);
  return given.files;
}

// Puts the file into its field, where it is the one that was read; else it has to be chosen again.
export function fillFile(file) {
  const field = at("file-again");
  if (!field || file?.name !== field.dataset.name || file.size !== Number(field.dataset.size)) return;
  field.files = listOf(file);
  at("again-file").hidden = true;
}

// Puts values into the form of columns, all or those of some fields.
export function fill(values, is = () => true) {
  const chosen = new Map(values);
  for (const field of at("columns").elements) {
    if (!field.name || ["file", "submit"].includes(field.type) || !chosen.has(field.name) || !is(field.name)) continue;
    if (["checkbox", "radio"].includes(field.type)) field.checked = chosen.get(field.name) === field.value;
    else field.value = chosen.get(field.name);
  }
}

// The events that are kept, the newest first.
export async function events() {
  const all = await stored("events", (store) => store.getAll()).catch(() => []);
  return all.sort((one, other) => other.at - one.at);
}

export const eventOf = (sent) => OF_EVENT.map((name) => new Map(sent).get(name) ?? "");
export const isSame = (one, other) => String(one) === String(other);
export const nameOfEvent = ({ fields: sent, file }) => new Map(sent).get("event") || file?.name.replace(/\.\w+$/, "") || "–";

// The name of the event stands above its results.
export function nameEvent() {
  const name = at("event").value.trim();
  at("event-title").textContent = name || at("event-title").dataset.usual;
}

// The event on the page is this one of those that are kept, or a new one.
export function belongTo(known) {
  id = known?.id ?? id ?? `${Date.now()}`;
}

// The page came as an answer to a form, which browsers do not ask for again: from here on its
// address is that of the results.
export async function keep() {
  clearTimeout(saving);
  if (removed || !at("columns")) return;
  belongTo();
  const parts = PARTS.map((selector) => (part(selector) === rows ? [...rows.children].map(closed).join("") : part(selector).innerHTML));
  try {
    await stored("events", (store) => store.put({ id, at: Date.now(), parts, fields: fields(), file: fileOf(), teams: [...teams] }));
    unsaved.clear();
    localStorage.removeItem(LATE);
    sessionStorage.setItem("headjudge-event", id);
    at("kept").hidden = false;
    if (!/^#(?:results|team-\d+)$/.test(location.hash)) history.replaceState(null, "", `${location.pathname}${location.search}#results`);
    for (const { id: old } of (await events()).slice(MOST)) await remove(old);
  } catch {
    at("kept").hidden = true; // private windows may keep nothing
  }
}

// A row without the editor that stands in it.
function closed(row) {
  if (row !== shown.row) return row.outerHTML;
  const [copy, details] = [row.cloneNode(), row.querySelector("details").cloneNode()];
  details.removeAttribute("open");
  details.append(row.querySelector("summary").cloneNode(true));
  copy.append(details, ...[...row.querySelectorAll(":scope > .said-of-it")].map((one) => one.cloneNode(true)));
  return copy.outerHTML;
}

// What was changed in a team is kept soon, or as the page is left.
export function keepLater(row) {
  unsaved.add(row);
  clearTimeout(saving);
  saving = setTimeout(keep, PATIENCE);
}

function keepLate() {
  if (!unsaved.size || removed) return;
  try {
    localStorage.setItem(LATE, JSON.stringify({ id, teams: [...unsaved].map((row) => [row, teams.get(row)]) }));
  } catch { /* where nothing may be kept */ }
}

function takeLate() {
  try {
    const late = JSON.parse(localStorage.getItem(LATE));
    localStorage.removeItem(LATE);
    return late;
  } catch {
    return null;
  }
}

// The event that this tab had last, or the last of all; its `late` are the ids of teams that are
// newer than their rows.
export async function last() {
  const all = await events();
  const late = takeLate();
  const changed = all.find((one) => one.id === late?.id);
  if (changed) {
    const newer = new Map(late.teams);
    const isLate = ([row, { key }]) => newer.get(row)?.key === key;
    changed.late = [...(changed.late ?? []), ...changed.teams.filter(isLate).map(([row]) => row)];
    changed.teams = changed.teams.map((one) => (isLate(one) ? [one[0], newer.get(one[0])] : one));
    await stored("events", (store) => store.put(changed));
  }
  return all.find((one) => one.id === sessionStorage.getItem("headjudge-event")) ?? all[0] ?? null;
}

export function restore(one) {
  id = one.id;
  sessionStorage.setItem("headjudge-event", id);
  PARTS.forEach((selector, index) => { part(selector).innerHTML = one.parts[index]; });
  fill(one.fields);
  for (const [row, team] of one.teams) teams.set(row, team);
  fillFile(one.file);
  nameEvent();
  at("results").hidden = at("downloads").hidden = at("kept").hidden = false;
  at("events").hidden = true;
  at("another").open = at("again").open = false;
}

export async function remove(which = id) {
  if (which === id) {
    clearTimeout(saving);
    removed = (await events()).find((one) => one.id === id) ?? {};
    unsaved.clear();
    localStorage.removeItem(LATE);
  }
  const gone = await stored("events", (store) => store.get(which));
  await stored("events", (store) => store.delete(which));
  return gone;
}

export async function putBack(gone) {
  removed = null;
  await stored("events", (store) => store.put(gone));
}

export const start = () => addEventListener("pagehide", keepLate);
