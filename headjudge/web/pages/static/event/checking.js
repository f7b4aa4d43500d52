// Shows the teams as they are checked.

import { dress, recount } from "./narrowing.js";
import { countToMend } from "./messages.js";
import { sendAgain } from "./files.js";
import { at, rows, said } from "./page.js";
import { close, openAddress } from "./panel.js";
import { keep, nameEvent } from "./store.js";
import { add, begin, comparison, isMended, judge, rowOf, teams } from "./teams.js";

const progress = at("progress");
let running = null;

// Empties the results; `known` are the teams of the file before.
function prepare(known) {
  running?.abort();
  running = new AbortController();
  close();
  begin(known);
  rows.replaceChildren();
  for (const mend of document.querySelectorAll(".whole > .mend")) mend.remove();
  at("summary").replaceChildren();
  at("downloads").hidden = true;
  progress.removeAttribute("value");
  said.textContent = "";
  at("results").hidden = at("running").hidden = at("again").open = false;
  // Another language is to bring the results again, and not the columns.
  for (const button of document.querySelectorAll(".languages button")) button.value = "check";
  nameEvent();
  at("results-title").focus();
  at("results").scrollIntoView({ block: "start", behavior: "instant" });
  return running.signal;
}

export async function checkAll(known) {
  const columns = at("columns");
  const body = new FormData(columns);
  body.set("do", "check");
  const signal = prepare(known);
  try {
    const answer = await fetch(columns.action, { method: "POST", body, signal, headers: { Accept: "application/x-ndjson" } });
    if (!answer.headers.get("Content-Type")?.startsWith("application/x-ndjson")) {
      // What has to be mended first is a page of its own.
      await sendAgain("check");
      return;
    }
    let isWhole = false;
    for await (const line of lines(answer.body)) isWhole = show(line) || isWhole;
    said.textContent = isWhole ? said.dataset.done : said.dataset.failed;
  } catch {
    if (signal.aborted) return;
    said.textContent = said.dataset.failed;
  }
  at("running").hidden = true;
  await settle();
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const line of parts) yield JSON.parse(line);
    progress.value = teams.size;
    const label = at("progress-label");
    label.textContent = label.dataset.words.replace("{done}", teams.size).replace("{all}", progress.max);
  }
}

// A line of the answer: the number of teams, a team, or last the summary.
function show(line) {
  if (line.teams !== undefined) {
    progress.max = Math.max(1, line.teams);
    progress.value = 0;
  } else if (line.row) {
    rows.append(rowOf(line));
    add(rows.lastElementChild, JSON.stringify(line.request));
  } else {
    at("summary").innerHTML = line.summary;
    at("downloads").hidden = false;
    return true;
  }
  return false;
}

// When all are there: those that were mended are judged as they are here, and all is kept.
export async function settle() {
  for (const [id, team] of teams) {
    if (isMended(team)) await judge(id);
    dress(at(id));
  }
  recount();
  countToMend();
  await keep();
  const differences = comparison();
  if (differences) {
    const words = said.dataset.compared + (differences.gone ? ` ${said.dataset.gone}` : "");
    said.textContent = words.replaceAll(/\{(\w+)\}/g, (_, name) => differences[name]);
  }
  openAddress();
}
