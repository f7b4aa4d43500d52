// The teams of the event, what another file knew of them, what was changed in their lists, and their
// judgement anew.

import { at, folded, made, nameOf, number } from "./page.js";

// By the id of the row: {key, name, base, request, was, status, note, language}, where `base` is the
// request as the file has it, `request` that with the lists mended here, and `was` what stood here
// before another file changed it.
export const teams = new Map();
// Those of the file before, by their names.
const before = new Map();
const keys = new Set();

// What the rows of a team have besides its lists.
const AS_IN_FILE = ["written", "unused"];

export const decksOf = (request) => JSON.parse(request).decks ?? [];
export const isMended = ({ base, request }) => lists(base) !== lists(request);

// The lists of a request as one text, whatever the order of its fields.
function lists(request) {
  const { decks = [], pool } = JSON.parse(request);
  return JSON.stringify([decks.map((deck) => Object.entries(deck).sort()), pool?.list]);
}

// Another file begins, of which the last one knew these teams.
export function begin(known) {
  before.clear();
  for (const team of known) before.set(team.key, team);
  teams.clear();
  keys.clear();
}

export function add(row, request) {
  let key = folded(nameOf(row));
  while (keys.has(key)) key += " "; // namesakes
  keys.add(key);
  const team = { key, name: nameOf(row), base: request, request, was: "", status: "", note: "", language: "" };
  const old = before.get(key);
  row.classList.toggle("added", before.size > 0 && !old);
  if (old) {
    Object.assign(team, { status: old.status, note: old.note, language: old.language, was: old.was });
    // What another file changed takes the place of what was mended here, and says so.
    if (lists(old.base) !== lists(request)) team.was = old.request;
    else if (isMended(old)) {
      const { decks, pool } = JSON.parse(old.request);
      team.request = JSON.stringify({ ...JSON.parse(request), decks, pool });
    }
  }
  teams.set(row.id, team);
}

// The teams of another file were of the same event; what was said of a team since then stands.
export function takeOver(known) {
  const now = [...teams];
  begin(known);
  for (const [id, team] of now) {
    add(at(id), team.base);
    const taken = teams.get(id);
    for (const name of ["status", "note", "language"]) taken[name] = team[name] || taken[name];
    if (isMended(team)) taken.request = team.request;
  }
}

// How this file differs from the one before: numbers of teams, and the names of those that are
// gone. Nothing where the two have no team in common, or all.
export function comparison() {
  const now = [...teams.values()];
  if (!now.some(({ key }) => before.has(key))) return null;
  const gone = [...before.values()].filter(({ key }) => !keys.has(key)).map(({ key, name = key }) => name);
  const changed = now.filter(({ key, was }) => was && was !== before.get(key)?.was).length;
  const added = now.filter(({ key }) => !before.has(key)).length;
  return changed + added + gone.length ? { changed, added, gone: gone.length, teams: gone.join(", ") } : null;
}

// What differs from the last file, and from this one, a sentence a deck.
export function changesOf({ was, base, request }) {
  const parts = [["changed", was, base], ["mended", base, request]];
  return parts.filter(([, old, now]) => old && old !== now).flatMap(([word, old, now]) => differences(word, old, now));
}

function differences(word, old, now) {
  const [decks, others] = [decksOf(now), decksOf(old)];
  const { dataset } = at("differences");
  return Array.from({ length: Math.max(decks.length, others.length) }, (_, index) => {
    const changes = linesApart(others[index]?.list ?? "", decks[index]?.list ?? "");
    const who = decks[index]?.player || others[index]?.player || dataset.deck.replace("{number}", index + 1);
    return changes.length ? `${dataset[word]}, ${who}: ${changes.join("; ")}` : [];
  }).flat();
}

// The lines that only one of two lists has.
function linesApart(old, now) {
  const count = new Map();
  for (const [text, step] of [[old, -1], [now, 1]]) {
    for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
      count.set(line, (count.get(line) ?? 0) + step);
    }
  }
  return [...count].filter(([, copies]) => copies).map(([line, copies]) => `${copies < 0 ? "−" : "+"} ${line}`);
}

// The row of a line of the service's answer.
export function rowOf({ row, check, ...lists }) {
  const element = made("template", { innerHTML: row }).content.firstElementChild;
  element.dataset.check = check;
  for (const name of ["mend", ...AS_IN_FILE]) element.dataset[name] = JSON.stringify(lists[name]);
  return element;
}

// One team judged anew, as its lists are here; `language` is that of the answer. Null without one.
export async function ask(id, language = document.documentElement.lang) {
  const sent = new FormData();
  const values = { do: "team", number: number(id), row: at(id).dataset.row, request: teams.get(id).request };
  for (const name of AS_IN_FILE) values[name] = at(id).dataset[name] ?? "[]";
  for (const [name, value] of Object.entries(values)) sent.set(name, value);
  const answer = await fetch(`${at("columns").action.split("?")[0]}?lang=${language}`, { method: "POST", body: sent });
  return answer.ok ? answer.json() : null;
}

export async function judge(id) {
  const [row, line] = [at(id), await ask(id)];
  if (!line) return;
  const fresh = rowOf(line);
  fresh.classList.toggle("added", row.classList.contains("added"));
  row.className = fresh.className;
  for (const name of ["cards", "faults", "check", "language", "mend"]) row.dataset[name] = fresh.dataset[name];
  for (const cell of [".players", ".state", ".chips"]) row.querySelector(cell).replaceWith(fresh.querySelector(cell));
  row.querySelector(".said-of-it")?.remove();
  row.append(...fresh.querySelectorAll(".said-of-it"));
}
