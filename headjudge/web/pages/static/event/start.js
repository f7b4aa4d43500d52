// The page of a whole event works without this. It shows the teams as they are checked, narrows and
// sorts them, and mends the lists of one in its row. All of it is kept in this browser, so that a
// reload and the way back find it again, and a newer file is compared with it.

import * as checking from "./checking.js";
import * as earlier from "./earlier.js";
import * as files from "./files.js";
import * as judging from "./judging.js";
import * as keeping from "./keeping.js";
import * as narrowing from "./narrowing.js";
import { at, rows } from "./page.js";
import * as panel from "./panel.js";
import { add, begin, teams } from "./teams.js";

async function start() {
  files.startUpload();
  const last = await keeping.load();
  const isBack = Boolean(last) && !at("columns") && /^#(?:results|team-\d+)$/.test(location.hash);
  if (isBack) keeping.restore(last);
  if (!at("columns")) return;
  if (!isBack) keeping.fillFile(await keeping.takeFile());
  for (const part of [earlier, files, keeping, narrowing, panel]) part.start();
  at("columns").addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.value !== "check" || button.hasAttribute("formaction") || button.closest("nav")) return;
    event.preventDefault();
    check(last);
  });
  const aside = await keeping.takeAside();
  if (aside) await checking.checkAll(aside);
  else if (isBack) await goOn(last.late);
  else if (!at("results").hidden) {
    // The whole page came at once.
    const known = await earlier.recall(last);
    begin(known);
    for (const row of rows.children) add(row, row.querySelector("[name=request]").value);
    await checking.settle();
    await earlier.askIfUnknown(known);
  }
}

// What is checked once more on its page is the same event, whatever was changed of it.
async function check(last) {
  const isAgain = teams.size > 0;
  const known = isAgain ? [...teams.values()] : await earlier.recall(last);
  await checking.checkAll(known);
  if (!isAgain) await earlier.askIfUnknown(known);
}

// The results that were kept; teams that changed after that are judged first.
async function goOn(late) {
  for (const id of late) await judging.judge(id).catch(() => null);
  for (const row of rows.children) narrowing.dress(row);
  narrowing.recount();
  panel.openAddress();
  await earlier.goOn();
  if (late.length) await keeping.keep();
}

start();
