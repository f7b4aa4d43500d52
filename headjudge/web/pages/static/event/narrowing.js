// Which teams are shown, in which order, and what their rows say besides the verdict.

import { at, folded, made, nameOf, number, rows, said, shown } from "./page.js";
import { changesOf, isMended, teams } from "./teams.js";

const ORDERS = {
  row: (one, other) => number(one.id) - number(other.id),
  name: (one, other) => compare(nameOf(one), nameOf(other)),
  faults: (one, other) => other.dataset.faults - one.dataset.faults,
  table: ({ dataset: { table } }, { dataset: { table: other } }) => !table - !other || compare(table, other),
};
const ALWAYS = ["all", "legal", "illegal"]; // filters that are there with no team as well

const compare = (one, other) => one.localeCompare(other, undefined, { numeric: true });
const radios = () => [...at("summary").querySelectorAll("[name=show]")];

function isOf(value, row) {
  const [kind, ...rest] = value.split(":");
  if (kind === "card") return row.dataset.cards.split("|").includes(rest.join(":"));
  if (kind === "status") return teams.get(row.id).status === rest[0];
  return value === "all" || row.classList.contains(value);
}

// What is searched, until the row changes.
const texts = new WeakMap();
function textOf(row) {
  if (!texts.has(row)) texts.set(row, folded(row.textContent));
  return texts.get(row);
}

function narrow() {
  const filter = radios().find((one) => one.checked)?.value ?? "all";
  const words = folded(at("find").value);
  for (const row of rows.children) row.hidden = !(isOf(filter, row) && (!words || textOf(row).includes(words)));
  if (shown.row) linkNeighbours();
  return [...rows.children].filter((row) => !row.hidden).length;
}

// The teams before and behind the open one, among those that are shown.
export function linkNeighbours() {
  const all = [...rows.children].filter((row) => row === shown.row || !row.hidden);
  const place = all.indexOf(shown.row);
  for (const [link, other] of [["previous", all[place - 1]], ["next", all[place + 1]]]) {
    at(link).hidden = !other;
    at(link).href = `#${other?.id ?? "results"}`;
  }
}

// Counts what each filter shows, after a team changed; the open one stays in sight.
export function recount() {
  for (const radio of radios()) {
    const count = [...rows.children].filter((row) => isOf(radio.value, row)).length;
    const label = radio.closest("label");
    label.querySelector(".count").textContent = count;
    label.hidden = !count && !radio.checked && !ALWAYS.includes(radio.value);
  }
  narrow();
  if (shown.row) shown.row.hidden = false;
}

// What this page knows of a team besides its verdict.
export function dress(row) {
  const team = teams.get(row.id);
  const { changed, mended } = at("tools").dataset;
  const status = at("status").querySelector(`[value="${team.status}"]`).textContent;
  const own = [team.status && status, team.was && changed, isMended(team) && team.status !== "mended" && mended, team.note].filter(Boolean);
  for (const one of row.querySelectorAll(".chip.own, .said-of-it > .own")) one.remove();
  row.classList.toggle("changed", Boolean(team.was));
  row.querySelector(".chips").append(...own.map((text) => made("span", { className: "chip own", textContent: text, title: text })));
  // What was changed is printed with what is said of the team.
  const changes = changesOf(team).map((textContent) => made("li", { className: "own", textContent }));
  if (changes.length && !row.querySelector(".said-of-it")) row.append(made("ul", { className: "said-of-it" }));
  row.querySelector(".said-of-it")?.append(...changes);
  texts.delete(row);
}

export function start() {
  const tell = () => { said.textContent = said.dataset.shown.replace("{teams}", narrow()); };
  at("results").addEventListener("change", ({ target }) => { if (target.name === "show") tell(); });
  at("find").addEventListener("input", tell);
  at("sort").addEventListener("change", ({ target }) => {
    rows.append(...[...rows.children].sort(ORDERS[target.value]));
    if (shown.row) linkNeighbours();
  });
}
