// An editor over each text area: CodeMirror, which comes once the page is painted. The text area
// stays behind it with the text that the form sends; where no editor comes it is all there is.

import { say, words } from "./page.js";

const COMPLETION = { selectOnOpen: false, icons: false, activateOnTypingDelay: 150, interactionDelay: 0 };
export const BEHIND = "text-of-"; // begins the id of a text area whose own id its editor has
let form;
let mirror; // CodeMirror, once it is here
let loading;
let Below;
let setFindings;
let common; // what all editors have

export const loaded = () => loading; // a promise, once there is something to edit
// The editor that has this id, or that the element is in; null while there is none.
export const editorOf = (id) => editorAround(document.getElementById(id));
export const editorAround = (element) =>
  (element && mirror?.EditorView.findFromDOM(element.closest(".cm-content") ?? element)) ?? null;

// Marks the lines of findings, each a { lines, severity, node }, and puts the nodes below: those of
// several runs of lines below the first run.
export function mark(view, findings) {
  const { Decoration } = mirror;
  const text = view.state.doc;
  const marks = findings.flatMap(({ lines, severity, node }) => {
    const here = lines.filter((line) => line <= text.lines).map((line) => text.line(line));
    const last = here.find(({ number }, index) => here[index + 1]?.number !== number + 1);
    const below = Decoration.widget({ widget: new Below(node), block: true, side: 1 });
    return [
      ...here.map(({ from }) => Decoration.line({ class: severity }).range(from)),
      ...(last ? [below.range(last.to)] : []),
    ];
  });
  view.dispatch({ effects: setFindings.of(Decoration.set(marks, true)) });
}

// Selects a line, from 1, in the middle of the window.
export function select(view, number) {
  const line = view.state.doc.line(Math.min(number, view.state.doc.lines));
  const effects = mirror.EditorView.scrollIntoView(line.from, { y: "center" });
  view.dispatch({ selection: { anchor: line.from, head: line.to }, effects });
  view.focus();
}

// Changes the text, as a step of its own to undo.
export function change(view, changes) {
  const annotations = mirror.isolateHistory.of("full");
  view.dispatch({ changes, selection: { anchor: changes.at(-1).from }, annotations });
}

// Undo takes back what was changed last, in whichever editor, as a browser does with its fields.
const done = [];
const undone = [];

function keepOrder({ view, state, startState, transactions }) {
  if (transactions.some((one) => one.isUserEvent("undo") || one.isUserEvent("redo"))) return;
  undone.length = 0;
  if (mirror.undoDepth(state) > mirror.undoDepth(startState)) done.push(view);
}

function step(from, to, command) {
  while (from.length) {
    const view = from.pop();
    if (!view.dom.isConnected || !command(view)) continue;
    to.push(view);
    view.focus();
    return;
  }
}

function press(event) {
  const key = event.key.toLowerCase();
  const isRedo = key === "y" || (key === "z" && event.shiftKey);
  if (!mirror || event.altKey || !(event.ctrlKey || event.metaKey) || !(key === "z" || isRedo)) return;
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  if (isRedo) step(undone, done, mirror.redo);
  else step(done, undone, mirror.undo);
}

async function load() {
  await new Promise((painted) => { requestAnimationFrame(() => setTimeout(painted)); });
  mirror = await import(form.dataset.editor).catch(() => undefined);
  if (!mirror) return;
  const { Decoration, EditorState, EditorView, StateEffect, StateField, WidgetType } = mirror;
  Below = class extends WidgetType {
    constructor(node) { super(); this.node = node; }
    eq({ node }) { return node.isEqualNode(this.node); }
    toDOM() { return this.node; }
    get estimatedHeight() { return 80; }
  };
  setFindings = StateEffect.define();
  const findings = StateField.define({
    create: () => Decoration.none,
    update: (marks, { effects, changes }) => effects.find((one) => one.is(setFindings))?.value ?? marks.map(changes),
    provide: (field) => EditorView.decorations.from(field),
  });
  common = [
    findings,
    mirror.history(),
    mirror.lineNumbers(),
    mirror.keymap.of([{ key: "Tab", run: mirror.acceptCompletion }, ...mirror.standardKeymap]),
    EditorView.lineWrapping,
    // Files are the form's.
    EditorView.domEventHandlers({ drop: ({ dataTransfer }) => dataTransfer.types.includes("Files") }),
    EditorState.phrases.of({ Completions: words.titlesName }),
  ];
  dress();
}

function edit(area) {
  const { EditorView, autocompletion, placeholder } = mirror;
  const { id, labels: [label], selectionStart: anchor, selectionEnd: head } = area;
  const isFocused = document.activeElement === area;
  const attributes = { id, "aria-label": label.textContent.trim() };
  for (const name of ["aria-describedby", "aria-invalid"]) {
    if (area.hasAttribute(name)) attributes[name] = area.getAttribute(name);
  }
  label.onclick = () => document.getElementById(id).focus();
  area.id = BEHIND + id;
  area.hidden = true;
  const keepStep = (update) => {
    if (!update.docChanged) return;
    update.view.scrollDOM.style.maxHeight = "";
    keepOrder(update);
    area.value = update.state.doc.toString();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const view = new EditorView({
    doc: area.value,
    extensions: [
      common,
      EditorView.updateListener.of(keepStep),
      EditorView.contentAttributes.of(attributes),
      area.placeholder ? placeholder(area.placeholder) : [],
      autocompletion({ override: [titles(area)], ...COMPLETION }),
    ],
  });
  area.after(view.dom);
  if (!isFocused) return;
  view.dispatch({ selection: { anchor, head } });
  view.focus();
}

// What can be seen below a list stays where it is when its editor comes, as a click on what moves
// is lost: the editor takes the height of what it replaces, until there is another text or answer.
function keepPlace(boxes, change) {
  const heightOf = (element) => element.getBoundingClientRect().height;
  const whole = [...boxes].map((box) => [box, box.getBoundingClientRect()]);
  change();
  for (const [box, { bottom, height }] of whole) {
    if (!height || bottom > window.innerHeight) continue;
    const inside = box.querySelector(".cm-scroller");
    const room = `${heightOf(inside) + height - heightOf(box)}px`;
    Object.assign(inside.style, { minHeight: room, maxHeight: room });
  }
}

function letGo() {
  for (const { style } of form.querySelectorAll(".cm-scroller")) Object.assign(style, { minHeight: "", maxHeight: "" });
}

// Gives each text area an editor, and each editor the text of its area.
export function dress() {
  const areas = form.querySelectorAll("[data-completes]");
  if (!mirror) {
    if (areas.length) loading ??= load();
    return;
  }
  const bare = [...areas].filter((area) => !area.hidden);
  keepPlace(new Set(bare.map((area) => area.closest(".box, .field"))), () => {
    for (const area of areas) {
      const view = area.hidden && editorOf(area.id.slice(BEHIND.length));
      if (!view) edit(area);
      else if (area.value !== view.state.doc.toString()) {
        change(view, [{ from: 0, to: view.state.doc.length, insert: area.value }]);
      }
    }
    document.dispatchEvent(new Event("dressed"));
  });
}

export function start(one) {
  form = one;
  form.addEventListener("filled", dress);
  document.addEventListener("keydown", press);
  document.addEventListener("answered", letGo);
  dress();
}

// Completes card titles in the editors. What is typed is never changed by itself: titles are
// offered below the line, and one is taken by arrow keys and Enter or Tab, or by a tap.

const MOST = 8;
const SHORTEST = 2;
const LONGEST = 200; // no title is as long
const LINE = /^(\s*(?:SB:\s*)?(?:\d{1,4}\s*[x×]?\s+)?)(\S.*)$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NO_TITLE = /^(?:\/\/|#|;|https?:|\[|<|\{|")/;

// What is asked: titles that the format of the deck has on the day come first. House rules are
// about titles that it may lack.
function query({ name, form, parentNode }, text) {
  const asked = new URLSearchParams({ q: text, limit: MOST });
  const { format, as_of: day } = form.elements;
  const own = parentNode.closest(".box")?.querySelector("[name=deck_format]")?.value;
  if (name.startsWith("house_") || !(own || format?.value)) return asked;
  asked.set("format", own || format.value);
  if (DAY.test(day?.value)) asked.set("as_of", day.value);
  return asked;
}

// The source of titles for a text area's editor: they complete the line that the caret is at the
// end of.
const titles = (area) => async (context) => {
  const line = context.state.doc.lineAt(context.pos);
  const [, before, text] = (context.pos === line.to && LINE.exec(line.text)) || [];
  if (!text || NO_TITLE.test(text) || text.length < SHORTEST || text.length > LONGEST) return null;
  const asking = new AbortController();
  context.addEventListener("abort", () => asking.abort(), { onDocChange: true });
  try {
    const response = await fetch(`/v1/cards?${query(area, text)}`, { signal: asking.signal });
    const { titles: found } = response.ok ? await response.json() : { titles: [] };
    if (!found.length || (found.length === 1 && found[0] === text)) return null;
    say(found.length === 1 ? words.titlesOne : words.titles.replace("{number}", found.length));
    return { from: line.from + before.length, options: found.map((label) => ({ label })), filter: false };
  } catch {
    return null; // without titles one types on
  }
};
