// Lines of a text area: where one is in the text, and where on the screen.

export const all = (area) => area.value.split("\n");

// Where the line, from 1, begins and ends in the text; null where there is none.
export function range(area, number) {
  const lines = all(area);
  if (!(number >= 1 && number <= lines.length)) return null;
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return [start, start + lines[number - 1].length];
}

// The line, from 1, that a position in the text is on.
export const at = (area, position) => area.value.slice(0, position).split("\n").length;

// Replaces a part of the text as if it were typed, so that the browser can undo it.
export function type(area, start, stop, text) {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, stop);
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, start, stop, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

// Puts the caret around a line, and the line into view.
export function select(area, number) {
  const found = range(area, number);
  area.focus({ preventScroll: true });
  area.scrollIntoView({ block: "nearest" });
  if (!found) return;
  area.setSelectionRange(...found);
  area.scrollTop = top(area, found[0]) - area.clientHeight / 3;
}

// How far below the top of the text a position in it is, in pixels: a text of the same width
// and letters is laid out beside the page.
export function top(area, position) {
  const copy = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of ["font", "letterSpacing", "tabSize", "paddingTop", "paddingLeft", "paddingRight"]) {
    copy.style[name] = style[name];
  }
  copy.style.width = `${area.clientWidth}px`;
  copy.className = "measure";
  copy.append(area.value.slice(0, position));
  const mark = document.createElement("span");
  mark.textContent = "|";
  copy.append(mark, area.value.slice(position));
  document.body.append(copy);
  const found = mark.offsetTop;
  copy.remove();
  return found;
}
