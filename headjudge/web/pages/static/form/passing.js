// Copies the result, the decks and the link of an answer.
// Keeps what is typed and chosen of sheets of paper while answers come and go, and for the next
// team: the event's name, the paper. The table is that of one team.

import { after, say, words } from "./page.js";

// Clipboards are open to secure pages alone; elsewhere what is selected can be copied.
async function copy(text, area) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = area?.select ? area : document.body.appendChild(document.createElement("textarea"));
    if (field !== area) field.value = text;
    field.select();
    document.execCommand("copy");
    if (field !== area) field.remove();
  }
}

function startCopying() {
  document.addEventListener("click", async ({ target }) => {
    const { copies, copyLink } = target.dataset;
    if (copies === undefined && copyLink === undefined) return;
    const area = document.getElementById(copies);
    await copy(area ? (area.value ?? area.textContent) : document.getElementById("link").href, area);
    const label = target.textContent;
    target.textContent = words.copied;
    say(words.copied);
    setTimeout(() => { target.textContent = label; }, 2000);
    target.focus();
  });
}

const KEY = "headjudge-sheets";
const OF_ONE_TEAM = "table";
let kept = {};

const fields = () => after.querySelectorAll("#sheets :is(input:not([type=hidden]), select)");

function keep({ target }) {
  if (target.form?.id !== "sheets") return;
  kept[target.name] = target.value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [OF_ONE_TEAM]: undefined }));
  } catch {
    // Where nothing may be kept it lasts as long as the page.
  }
}

function putBack() {
  for (const field of fields()) {
    const given = field.value;
    if (typeof kept[field.name] === "string") field.value = kept[field.name];
    if (field.selectedIndex < 0) field.value = given; // what was chosen is no longer offered
  }
}

function startPrinting(form) {
  try {
    kept = { ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    // Nothing was kept, or another's.
  }
  after.addEventListener("input", keep);
  document.addEventListener("answered", putBack);
  form.addEventListener("filled", putBack);
  form.addEventListener("click", ({ target }) => { if (target.closest("[value=clear]")) delete kept[OF_ONE_TEAM]; });
  putBack();
}

export function start(form) {
  startCopying();
  startPrinting(form);
}
