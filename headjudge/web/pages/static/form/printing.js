// Keeps what is typed and chosen of sheets of paper while answers come and go, and for the next
// team: the event's name, the paper. The table is that of one team.

import { after } from "./page.js";

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

export function start(form) {
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
