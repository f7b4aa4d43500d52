// Puts findings on lines into the editors, below their lines. The others stay below the list, as
// all do without a script.
// Findings lead to their lines in the editors, and what mends them is done there with one click.
// Where there is no editor the server does it, as it does without a script.

import { change, editorOf, loaded, mark, select } from "./editors.js";
import { check } from "./live.js";

const taken = new Set(); // the ids of editors that have findings

// The finding as a part of an editor, where it is no item of a list.
function part(item) {
  const node = document.createElement("div");
  node.id = item.id;
  node.className = item.className;
  node.tabIndex = -1;
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", item.dataset.name);
  node.append(...item.childNodes);
  const list = item.parentElement;
  item.remove();
  if (!list.childElementCount) list.remove();
  return node;
}

function place() {
  const found = new Map([...taken].map((id) => [id, []]));
  for (const item of document.querySelectorAll(".found li[data-lines]:not([data-lines=''])")) {
    const { area, lines, severity } = item.dataset;
    if (!editorOf(area)) continue;
    if (!found.has(area)) found.set(area, []);
    found.get(area).push({ lines: lines.split(" ").map(Number), severity, node: part(item) });
  }
  for (const [id, findings] of found) {
    const view = editorOf(id);
    if (view) mark(view, findings);
    if (findings.length) taken.add(id);
    else taken.delete(id);
  }
}

function startMarking() {
  document.addEventListener("answered", place);
  document.addEventListener("dressed", place);
}

// The change of a text; null where it no longer reads as it did when it was checked.
function edit({ state }, { line, column, was, becomes }) {
  if (line > state.doc.lines) return null;
  const from = state.doc.line(line).from + Number(column);
  const to = from + was.length;
  // Lines end with a line feed, which the last one of the text may lack.
  if (`${state.sliceDoc(from, to)}\n`.slice(0, was.length) !== was) return null;
  // A line feed that stays is not touched: what is shown below its line goes with it.
  const stays = to > state.doc.length || (was.endsWith("\n") && becomes.endsWith("\n"));
  return stays ? { from, to: to - 1, insert: becomes.replace(/\n$/, "") } : { from, to, insert: becomes };
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

function startMending() {
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

export function start() {
  startMarking();
  startMending();
}
