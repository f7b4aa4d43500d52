// Puts findings on lines into the editors, below their lines. The others stay below the list, as
// all do without a script.

import { editorOf, mark } from "./editors.js";

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

export function start() {
  document.addEventListener("answered", place);
  document.addEventListener("dressed", place);
}
