// Findings lead to their lines in the editors, and what mends them is done there with one click.
// Where there is no editor the server does it, as it does without a script.

import { change, editorOf, loaded, select } from "./editors.js";
import { check } from "./live.js";

// The change of a text; null where the lines no longer read as they did when they were checked.
function edit({ state }, { line, was, becomes }) {
  if (!was || line > state.doc.lines) return null;
  const { from } = state.doc.line(line);
  // Lines that go end with a line feed, which the text itself may lack.
  const rest = `${state.sliceDoc(from, from + was.length + 1)}\n`;
  if (!rest.startsWith(was) || !(was.endsWith("\n") || rest[was.length] === "\n")) return null;
  return { from, to: Math.min(from + was.length, state.doc.length), insert: becomes };
}

// Whether all of them could be made.
function changeAll(buttons) {
  const edits = new Map();
  let isWhole = true;
  for (const { dataset } of buttons) {
    const view = editorOf(dataset.area);
    const one = view && edit(view, dataset);
    if (one) edits.set(view, [...(edits.get(view) ?? []), one]);
    isWhole &&= Boolean(one);
  }
  for (const [view, changes] of edits) change(view, changes);
  return isWhole;
}

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=replace]");
    if (button) {
      const values = "all" in button.dataset && JSON.parse(button.value).map((one) => JSON.stringify(one));
      const all = [...document.querySelectorAll(".item button[name=replace]")];
      const is = (value) => all.find((one) => JSON.stringify(JSON.parse(one.value)) === value);
      const buttons = values ? values.map(is).filter(Boolean) : [button];
      const mend = () => {
        const isWhole = changeAll(buttons);
        if (isWhole) check();
        return isWhole;
      };
      // In an event nothing but an editor mends, and the first may still be on its way.
      if (mend()) event.preventDefault();
      else if ("embedded" in (button.form?.dataset ?? {})) loaded()?.then(mend);
      return;
    }
    const link = event.target.closest("a[data-area][data-line]");
    const view = link && editorOf(link.dataset.area);
    if (!view) return;
    event.preventDefault();
    view.dom.closest("details")?.setAttribute("open", "");
    select(view, Number(link.dataset.line));
  });
}
