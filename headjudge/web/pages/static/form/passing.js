// Copies the result, the decks and the link of an answer.

import { say, words } from "./page.js";

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

export function start() {
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
