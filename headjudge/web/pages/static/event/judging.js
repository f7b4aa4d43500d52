// One team judged anew, as its lists are here.

import { at, made, number } from "./page.js";
import { teams } from "./teams.js";

// The row of a line of the service's answer.
export function rowOf({ row, check }) {
  const element = made("template", { innerHTML: row }).content.firstElementChild;
  element.dataset.check = check;
  return element;
}

export async function judge(id) {
  const row = at(id);
  const sent = new FormData();
  const values = { do: "team", number: number(id), row: row.dataset.row, request: teams.get(id).request };
  for (const [name, value] of Object.entries(values)) sent.set(name, value);
  const answer = await fetch(at("columns").action, { method: "POST", body: sent });
  if (!answer.ok) return;
  const fresh = rowOf(await answer.json());
  fresh.classList.toggle("added", row.classList.contains("added"));
  row.className = fresh.className;
  for (const name of ["cards", "faults", "check", "language"]) row.dataset[name] = fresh.dataset[name];
  for (const cell of [".players", ".state", ".chips"]) row.querySelector(cell).replaceWith(fresh.querySelector(cell));
  row.querySelector(".said-of-it")?.remove();
  row.append(...fresh.querySelectorAll(".said-of-it"));
}
