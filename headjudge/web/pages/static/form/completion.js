// Completes card titles in text areas. What is typed is never changed by itself: titles are
// offered below the line, and one is taken by arrow keys and Enter or Tab, or by a tap.

import { at, top, type } from "./lines.js";
import { say, words } from "./page.js";

const PATIENCE = 150;
const MOST = 8;
const SHORTEST = 2;
const LONGEST = 200; // no title is as long
const FEWEST = 3;
const FOOT = 60; // pixels of the bar
const LINE = /^(\s*(?:SB:\s*)?(?:\d{1,4}\s*[x×]?\s+)?)(\S.*)$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TYPED = /^(?:insertText|insertCompositionText|deleteContent)/;
const NO_TITLE = /^(?:\/\/|#|;|https?:|\[|<|\{|")/;

let list;
let area = null; // the text area that the list is open for
let timer;
let controller;
let isComposing = false;
let closedFor = ""; // what was typed when the list was closed by hand

// The part of the caret's line that may be a title begun; null where the caret is within it.
function begun(field) {
  const { selectionStart: caret, selectionEnd, value } = field;
  if (caret !== selectionEnd || (caret < value.length && value[caret] !== "\n")) return null;
  const start = value.lastIndexOf("\n", caret - 1) + 1;
  const found = LINE.exec(value.slice(start, caret));
  if (!found || NO_TITLE.test(found[2])) return null;
  const { length } = [...found[2]];
  if (length < SHORTEST || length > LONGEST) return null;
  return { text: found[2], start: start + found[1].length, stop: caret };
}

const options = () => [...list.children];
const active = () => list.querySelector("[aria-selected=true]");

function close() {
  clearTimeout(timer);
  controller?.abort();
  list.hidden = true;
  list.replaceChildren();
  area?.removeAttribute("aria-controls");
  area?.removeAttribute("aria-activedescendant");
  area = null;
}

function open(field, titles, part) {
  list.replaceChildren(
    ...titles.map((title, index) => {
      const option = document.createElement("li");
      option.id = `title-${index + 1}`;
      option.setAttribute("role", "option");
      option.textContent = title;
      return option;
    }),
  );
  area = field;
  field.after(list);
  field.setAttribute("aria-controls", list.id);
  list.hidden = false;
  place(field, part);
  const number = options().length;
  say(number === 1 ? words.titlesOne : words.titles.replace("{number}", number));
}

// Right below the caret's line, within the text area's width; above it where there is more room.
function place(field, part) {
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight);
  const line = top(field, part.start) - field.scrollTop;
  const below = line + lineHeight * 1.2;
  list.style.top = `${field.offsetTop + Math.min(Math.max(below, 0), field.offsetHeight)}px`;
  // Only as many as there is room for down to the bar; nothing is to be scrolled within.
  const bottom = (window.visualViewport?.height ?? window.innerHeight) - FOOT;
  const isTooLow = list.getBoundingClientRect().bottom > bottom;
  if (isTooLow && field.getBoundingClientRect().top + line > list.offsetHeight) {
    list.style.top = `${field.offsetTop + line - list.offsetHeight}px`;
    return;
  }
  while (options().length > FEWEST && list.getBoundingClientRect().bottom > bottom) list.lastElementChild.remove();
  list.scrollIntoView({ block: "nearest" });
}

function choose(option) {
  for (const one of options()) one.setAttribute("aria-selected", one === option);
  option.scrollIntoView({ block: "nearest" });
  area.setAttribute("aria-activedescendant", option.id);
}

function take(option) {
  const field = area;
  const part = begun(field);
  close();
  if (!part) return;
  closedFor = option.textContent;
  type(field, part.start, part.stop, option.textContent);
}

// What is asked: titles that the format of the deck has on the day come first. House rules are
// about titles that it may lack.
function query(field, text) {
  const asked = new URLSearchParams({ q: text, limit: MOST });
  const { format, as_of: day } = field.form.elements;
  const own = field.closest(".box")?.querySelector("[name=deck_format]")?.value;
  if (field.name.startsWith("house_") || !(own || format?.value)) return asked;
  asked.set("format", own || format.value);
  if (DAY.test(day?.value)) asked.set("as_of", day.value);
  return asked;
}

async function complete(field) {
  const part = begun(field);
  if (!part || part.text === closedFor) return close();
  controller?.abort();
  const own = (controller = new AbortController());
  try {
    const response = await fetch(`/v1/cards?${query(field, part.text)}`, { signal: own.signal });
    if (!response.ok) return close();
    const { titles } = await response.json();
    const isStill = own === controller && document.activeElement === field && begun(field)?.text === part.text;
    if (!isStill) return;
    if (titles.length === 0 || (titles.length === 1 && titles[0] === part.text)) close();
    else open(field, titles, part);
  } catch {
    // Without titles one types on.
  }
}

function later({ target, type: event, inputType = "" }) {
  if (!("completes" in target.dataset)) return;
  clearTimeout(timer);
  if (isComposing) return;
  // What is pasted or dropped is no title begun.
  if (event === "input" && !TYPED.test(inputType)) return close();
  const part = begun(target);
  if (!part || at(target, part.start) !== at(target, target.selectionStart)) close();
  else timer = setTimeout(() => complete(target), PATIENCE);
}

function press(event) {
  if (!area || event.target !== area || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = options();
  const now = all.indexOf(active());
  if (event.key === "ArrowDown") choose(all[(now + 1) % all.length]);
  else if (event.key === "ArrowUp") choose(all[(now <= 0 ? all.length : now) - 1]);
  else if (event.key === "Escape") {
    closedFor = begun(area)?.text ?? "";
    close();
  } else if ((event.key === "Enter" || event.key === "Tab") && now >= 0 && !event.shiftKey) take(all[now]);
  else {
    if (["Tab", "Enter", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) close();
    return;
  }
  event.preventDefault();
}

export function start(form) {
  list = document.createElement("ul");
  list.id = "titles";
  list.className = "titles";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", words.titlesName);
  list.hidden = true;
  const announce = () => {
    for (const field of form.querySelectorAll("[data-completes]")) field.setAttribute("aria-autocomplete", "list");
  };
  form.addEventListener("input", later);
  form.addEventListener("keydown", press);
  form.addEventListener("compositionstart", () => { isComposing = true; close(); });
  form.addEventListener("compositionend", (event) => { isComposing = false; later(event); });
  form.addEventListener("focusout", close);
  form.addEventListener("filled", () => { close(); announce(); });
  // A tap takes the title before the text area loses the focus.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => { if (target.closest("[role=option]")) take(target); });
  announce();
}
