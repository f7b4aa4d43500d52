// Keeps what is typed in this browser, so that a reload loses nothing, and brings back what was
// there before the lists were cleared or another check was opened.

import { makeRoom } from "./fitting.js";
import { changed } from "./page.js";

const KEY = "headjudge-check";
const CLEARED = ["team", "team_size", "player", "list", "deck_format", "pool"];
const PAUSE = 300;
let form;
let timer;
let before = null;

// The form's values as [name, value]; the day only where it is not simply today.
function values() {
  return [...new FormData(form)].filter(
    ([name, value]) => typeof value === "string" && !(name === "as_of" && value === form.dataset.today),
  );
}

const hasLists = (kept) => kept.some(([name, value]) => ["list", "pool"].includes(name) && value.trim());

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === "string");
    return Array.isArray(kept) && kept.every(isPair) ? kept : null;
  } catch {
    return null; // no storage here, or another's
  }
}

function keep() {
  clearTimeout(timer);
  try {
    localStorage.setItem(KEY, JSON.stringify(values()));
  } catch {
    document.getElementById("kept").hidden = true; // private windows may keep nothing
  }
}

function fill(kept) {
  const named = new Map();
  for (const [name, value] of kept) named.set(name, [...(named.get(name) ?? []), value]);
  makeRoom(named.get("list")?.length ?? 0);
  for (const [name, given] of named) {
    const fields = document.getElementsByName(name);
    const own = [...fields].filter((field) => field.form === form && !["file", "submit"].includes(field.type));
    own.forEach((field, index) => {
      field.value = given[index] ?? "";
    });
  }
  for (const name of ["format", "structure", "team_size", "policy"]) {
    // A choice that is no longer offered is none.
    const field = form.elements[name];
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
  }
  form.dispatchEvent(new Event("filled"));
  changed(form);
}

// What stands in the form, where there are lists to lose.
export function current() {
  const kept = values();
  return hasLists(kept) ? kept : null;
}

// These values went: the way back is offered, and `word` says in the page's words why.
export function setAside(kept, word) {
  if (kept) before = { kept, word };
  offer();
}

function offer() {
  const place = document.getElementById("offer");
  place.hidden = !before;
  if (before) place.firstElementChild.textContent = place.dataset[before.word];
}

function clear() {
  const kept = current();
  for (const field of form.elements) if (CLEARED.includes(field.name)) field.value = "";
  form.dispatchEvent(new Event("filled"));
  changed(form);
  keep();
  setAside(kept, "cleared");
  document.getElementById("list-1").focus();
}

export function start(one) {
  form = one;
  const last = stored();
  if ("fresh" in form.dataset && last) fill(last);
  keep();
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  });
  form.addEventListener("filled", offer);
  form.addEventListener("click", (event) => {
    if (event.target.closest("[value=clear]")) {
      event.preventDefault();
      clear();
    } else if (before && event.target.closest("#offer button")) {
      const { kept } = before;
      before = null;
      fill(kept);
      offer();
      document.getElementById("list-1").focus();
    }
  });
  window.addEventListener("pagehide", keep);
}
