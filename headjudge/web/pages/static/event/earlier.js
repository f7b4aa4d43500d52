// Statuses, notes and corrections belong to one event: a newer file of it finds them again, another
// event does not. What tells events apart are format, day and structure; where they differ and
// teams have the same names, the organizer is asked.

import { settle } from "./checking.js";
import { fields, stored } from "./keeping.js";
import { close } from "./panel.js";
import { at } from "./page.js";
import { takeOver, teams } from "./teams.js";

const NAMES = ["format", "as_of", "structure"];
const MOST = 8; // events besides the last
let others = []; // {event, teams}, the newest first
let asked = null; // the one that is asked about

const eventOf = (sent) => NAMES.map((name) => new Map(sent).get(name) ?? "");
const isSame = (one, other) => String(one) === String(other);
const get = (key) => stored((store) => store.get(key)).catch(() => null);
const put = (key, value) => stored((store) => store.put(value, key)).catch(() => null);

// The teams of this event as this device knows them, of `last`, what it kept last, or of an event
// before that.
export async function recall(last) {
  const now = eventOf(fields());
  const before = (await get("earlier")) ?? [];
  const all = last ? [{ event: eventOf(last.fields), teams: last.teams.map(([, team]) => team) }, ...before] : before;
  others = all.filter(({ event }) => !isSame(event, now)).slice(0, MOST);
  await put("earlier", others);
  return all.find(({ event }) => isSame(event, now))?.teams ?? [];
}

const namesakes = ({ teams: known }) => {
  const keys = new Set(known.map(({ key }) => key));
  return [...teams.values()].filter(({ key }) => keys.has(key)).length;
};

const word = (name, value) => [...(at("columns").elements[name].options ?? [])].find((option) => option.value === value)?.text ?? value;

async function ask(other) {
  asked = other ?? null;
  at("earlier").hidden = !asked;
  await put("asked", asked?.event ?? null);
  if (!asked) return;
  const words = { number: namesakes(asked), event: asked.event.map((value, index) => word(NAMES[index], value)).join(" · ") };
  const { dataset, firstElementChild } = at("earlier");
  firstElementChild.textContent = dataset.words.replaceAll(/\{(\w+)\}/g, (_, name) => words[name]);
}

// Where nothing is known of this event, but of one with teams of the same names.
export const askIfUnknown = (known) => ask(known.length ? null : others.find(namesakes));

// After a reload the question is still there.
export async function goOn() {
  const event = await get("asked");
  others = (await get("earlier")) ?? [];
  await ask(event && others.find((other) => isSame(other.event, event)));
}

export function start() {
  at("other-event").addEventListener("click", () => ask(null));
  at("same-event").addEventListener("click", async () => {
    close();
    takeOver(asked.teams);
    others = others.filter((other) => other !== asked);
    await Promise.all([put("earlier", others), ask(null)]);
    await settle();
  });
  at("forget").addEventListener("click", () => { others = []; at("earlier").hidden = true; });
}
