// Keeps the results in this browser, in IndexedDB, so that a reload and the way back find them again.

import { at, PATIENCE, rows, shown } from "./page.js";
import { teams } from "./teams.js";

const PARTS = [".top", "#summary", "#rows", "#asked"];
const LATE = "headjudge-event-late"; // teams that changed right before the page was left
const unsaved = new Set(); // ids of rows
let saving = 0;

function database() {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("headjudge-event", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("results");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
}

export async function stored(use) {
  const base = await database();
  try {
    return await new Promise((done, fail) => {
      const asked = use(base.transaction("results", "readwrite").objectStore("results"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    base.close();
  }
}

// The file of the event, which each step needs again.
export const putFile = (file) => stored((store) => store.put(file, "file"));
export const takeFile = () => stored((store) => store.get("file")).catch(() => null);

// Puts the file into its field, where it is the one that was read; else it has to be chosen again.
export function fillFile(file) {
  const field = at("file-again");
  if (!field || file?.name !== field.dataset.name || file.size !== Number(field.dataset.size)) return;
  field.files = listOf(file);
  at("again-file").hidden = true;
}

export function listOf(file) {
  const given = new DataTransfer();
  given.items.add(file);
  return given.files;
}

const part = (selector) => document.querySelector(selector);
export const fields = () => [...new FormData(at("columns"))].filter(([, value]) => typeof value === "string");

// The page came as an answer to a form, which browsers do not ask for again: from here on its
// address is that of the results.
export async function keep() {
  clearTimeout(saving);
  const parts = PARTS.map((selector) => (part(selector) === rows ? [...rows.children].map(closed).join("") : part(selector).innerHTML));
  try {
    await stored((store) => store.put({ parts, fields: fields(), file: at("file-again").files[0], teams: [...teams] }, "last"));
    unsaved.clear();
    localStorage.removeItem(LATE);
    at("kept").hidden = false;
    history.replaceState(null, "", location.pathname + location.search + (location.hash || "#results"));
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
export function keepLater(id) {
  unsaved.add(id);
  clearTimeout(saving);
  saving = setTimeout(keep, PATIENCE);
}

// A page that is being left has no time for a database.
function keepLate() {
  if (!unsaved.size) return;
  try {
    localStorage.setItem(LATE, JSON.stringify([...unsaved].map((id) => [id, teams.get(id)])));
  } catch { /* where nothing may be kept */ }
}

function takeLate() {
  try {
    const late = JSON.parse(localStorage.getItem(LATE)) ?? [];
    localStorage.removeItem(LATE);
    return new Map(late);
  } catch {
    return new Map();
  }
}

// What was kept, if anything: {parts, fields, teams, late}, the last of which are the ids of teams
// that are newer than their rows.
export async function load() {
  const last = await stored((store) => store.get("last")).catch(() => null);
  const late = takeLate();
  if (!last) return null;
  const isLate = ([id, { key }]) => late.get(id)?.key === key;
  last.late = [...(last.late ?? []), ...last.teams.filter(isLate).map(([id]) => id)];
  last.teams = last.teams.map((one) => (isLate(one) ? [one[0], late.get(one[0])] : one));
  if (late.size) await stored((store) => store.put(last, "last"));
  return last;
}

export function restore(last) {
  PARTS.forEach((selector, index) => { part(selector).innerHTML = last.parts[index]; });
  const chosen = new Map(last.fields);
  for (const field of at("columns").elements) {
    if (field.type === "file") continue;
    if (["checkbox", "radio"].includes(field.type)) field.checked = chosen.get(field.name) === field.value;
    else if (chosen.has(field.name) && field.type !== "submit") field.value = chosen.get(field.name);
  }
  for (const [id, team] of last.teams) teams.set(id, team);
  fillFile(last.file);
  at("results").hidden = at("downloads").hidden = at("kept").hidden = false;
  at("another").open = at("again").open = false;
}

// The teams of an event that was saved as a file wait until its columns are there again.
export const putAside = (known) => stored((store) => store.put(known, "taken"));

export async function takeAside() {
  const known = await stored((store) => store.get("taken")).catch(() => null);
  if (known) await stored((store) => store.delete("taken"));
  return known;
}

export function start() {
  addEventListener("pagehide", keepLate);
  at("forget").addEventListener("click", async () => {
    await stored((store) => store.clear());
    at("kept").hidden = true;
  });
}
