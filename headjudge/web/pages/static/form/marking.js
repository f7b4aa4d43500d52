// Marks the lines with findings in the text areas too: a copy of the text lies under each, of
// which nothing is seen but the marks.

import { all } from "./lines.js";

const RANKS = [undefined, "info", "warning", "fault"];
const layers = new Map();

// Severity by line, from 1, of each text area by its id.
function findings() {
  const found = new Map();
  for (const { className, dataset } of document.querySelectorAll(".found li[data-area]")) {
    if (!found.has(dataset.area)) found.set(dataset.area, new Map());
    const lines = found.get(dataset.area);
    for (const line of dataset.lines.split(" ").map(Number)) {
      if (RANKS.indexOf(className) > RANKS.indexOf(lines.get(line))) lines.set(line, className);
    }
  }
  return found;
}

function layer(area) {
  if (layers.get(area)?.isConnected) return layers.get(area);
  const under = document.createElement("div");
  under.className = "marks";
  under.setAttribute("aria-hidden", "true");
  area.before(under);
  area.addEventListener("scroll", () => { under.scrollTop = area.scrollTop; });
  new ResizeObserver(() => fit(area, under)).observe(area);
  layers.set(area, under);
  return under;
}

function fit(area, under) {
  under.style.width = `${area.clientWidth}px`;
  under.style.height = `${area.clientHeight}px`;
  under.style.top = `${area.offsetTop + area.clientTop}px`;
  under.style.left = `${area.offsetLeft + area.clientLeft}px`;
  under.scrollTop = area.scrollTop;
}

function mark(area, severities) {
  const under = layer(area);
  under.replaceChildren(
    ...all(area).map((text, index) => {
      const line = document.createElement("div");
      line.textContent = text || "\u200b";
      line.className = severities.get(index + 1) ?? "";
      return line;
    }),
  );
  fit(area, under);
}

function markAll() {
  const found = findings();
  for (const [area, under] of layers) if (!found.has(area.id) || !under.isConnected) under.replaceChildren();
  for (const [id, severities] of found) {
    const area = document.getElementById(id);
    if (area) mark(area, severities);
  }
}

export function start(form) {
  document.addEventListener("answered", markAll);
  form.addEventListener("filled", markAll);
  // What is typed moves lines: their marks come again with the next answer.
  form.addEventListener("input", ({ target }) => layers.get(target)?.replaceChildren());
  markAll();
}
