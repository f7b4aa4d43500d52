// Findings lead to their lines in the text areas, and suggestions are put there with one click.

import { range, select, type } from "./lines.js";
import { check } from "./live.js";

const areaOf = ({ area }) => document.getElementById(area);

// True where the line still reads as it did when it was checked.
function replace({ area, line, was, becomes }) {
  const field = document.getElementById(area);
  const [start] = (field && range(field, Number(line))) ?? [];
  if (start === undefined) return false;
  // Lines that go end with a line feed, which the text itself may lack.
  const found = [start, Math.min(start + was.length, field.value.length)];
  const rest = `${field.value}\n`;
  if (!rest.startsWith(was, start) || !(was.endsWith("\n") || rest[start + was.length] === "\n")) return false;
  const focused = document.activeElement;
  field.closest("details")?.setAttribute("open", "");
  type(field, ...found, becomes);
  focused.focus({ preventScroll: true });
  return true;
}

// Whether all of them could be made.
const replaceAll = (buttons) => buttons.map((one) => Boolean(one.dataset.was) && replace(one.dataset)).every(Boolean);

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=replace]");
    if (button) {
      // Where it cannot be done here the server does it, as it does without a script.
      const values = "all" in button.dataset && JSON.parse(button.value).map((one) => JSON.stringify(one));
      const all = [...document.querySelectorAll(".found button[name=replace]")];
      const is = (value) => all.find((one) => JSON.stringify(JSON.parse(one.value)) === value);
      const buttons = values ? values.map(is).filter(Boolean) : [button];
      if (replaceAll(buttons)) {
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
