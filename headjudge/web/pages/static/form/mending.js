// Findings lead to their lines in the text areas, and suggestions are put there with one click.

import { range, select, type } from "./lines.js";
import { check } from "./live.js";
import { answer } from "./page.js";

const areaOf = ({ area }) => document.getElementById(area);

// True where the line still reads as it did when it was checked.
function replace({ area, line, was, becomes }) {
  const field = document.getElementById(area);
  const found = field && range(field, Number(line));
  if (!found || field.value.slice(...found) !== was) return false;
  const focused = document.activeElement;
  field.closest("details")?.setAttribute("open", "");
  type(field, ...found, becomes);
  focused.focus({ preventScroll: true });
  return true;
}

export function start() {
  answer.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=replace]");
    if (button) {
      // Where it cannot be done here the server does it, as it does without a script.
      if (button.dataset.was && replace(button.dataset)) {
        event.preventDefault();
        check();
      }
      return;
    }
    const link = event.target.closest("a[data-area]");
    const field = link && areaOf(link.dataset);
    if (!field) return;
    event.preventDefault();
    field.closest("details")?.setAttribute("open", "");
    select(field, Number(link.dataset.line));
  });
}
