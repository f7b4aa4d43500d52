// The form fits itself to the event: as many lists as the team has players, a card pool in
// Limited only, formats of single decks where teams play several.

import { BEHIND, dress } from "./editors.js";

let form;
const boxes = () => document.getElementById("boxes");
const isBlank = (box) => [...box.querySelectorAll("input, textarea")].every((field) => !field.value.trim());

function add() {
  const number = boxes().children.length + 1;
  const box = boxes().lastElementChild.cloneNode(true);
  box.setAttribute("aria-label", boxes().dataset.name.replace("{number}", number));
  for (const part of box.querySelectorAll(".fault, .cm-editor")) part.remove();
  const found = box.querySelector(".found");
  found.id = `found-list-${number}`;
  found.replaceChildren();
  for (const part of box.querySelectorAll(".n")) part.textContent = number;
  for (const label of box.querySelectorAll("label")) label.htmlFor = label.htmlFor.replace(/\d+$/, number);
  for (const field of box.querySelectorAll("input, textarea, select")) {
    field.id = field.id.replace(BEHIND, "").replace(/\d+$/, number);
    field.value = "";
    field.hidden = false;
    for (const name of ["aria-describedby", "aria-invalid"]) field.removeAttribute(name);
    if (field.localName === "textarea") field.removeAttribute("placeholder");
  }
  boxes().append(box);
  return box;
}

function fitButton() {
  const button = form.querySelector("[value=add-list]");
  if (button) button.hidden = boxes().children.length >= Number(boxes().dataset.most);
}

// At least so many boxes; none that is filled is lost.
export function makeRoom(number) {
  const most = Math.min(number, Number(boxes().dataset.most));
  while (boxes().children.length < most) add();
  dress();
  fitButton();
}

function fitLists() {
  const { structure, team_size } = form.elements;
  const wanted = Number(team_size.value || structure.selectedOptions[0].dataset.players);
  makeRoom(wanted);
  while (boxes().children.length > wanted && isBlank(boxes().lastElementChild)) boxes().lastElementChild.remove();
  fitButton();
}

function fitParts() {
  const { format, pool, product, structure } = form.elements;
  const limited = document.getElementById("limited");
  const isLimited = format.selectedOptions[0].dataset.kind === "limited";
  limited.toggleAttribute("data-unused", !isLimited && !pool.value.trim() && !product.value.trim());
  if (isLimited) limited.open = true;
  nameUsual(form);
  const mayDiffer = "deckFormats" in structure.selectedOptions[0].dataset;
  for (const own of form.querySelectorAll(".own")) own.hidden = !mayDiffer && !own.querySelector("select").value;
  fitWords();
}

// The event in one line, as the server writes it (check/view.py).
function fitWords() {
  const { as_of: day, policy, structure } = form.elements;
  const summary = document.querySelector("#more-event > summary");
  const { today, house } = summary.dataset;
  const isTeam = !document.getElementById("copies").hidden;
  const [usual] = policy.options;
  const hasHouse = [...form.querySelectorAll("[name^=house_]")].some((field) => field.value.trim());
  summary.textContent = [
    !day.value || day.value === form.dataset.today ? today : day.value,
    structure.selectedOptions[0].text,
    ...(isTeam ? [policy.value ? policy.selectedOptions[0].text : usual.dataset.usual] : []),
    ...(hasHouse ? [house] : []),
  ].join(" · ");
}

// Opens what a field is folded into.
function unfold(field) {
  const folded = "details:not([open])";
  for (let one = field?.closest(folded); one; one = one.parentElement.closest(folded)) one.open = true;
}

export function start(one) {
  form = one;
  form.addEventListener("invalid", ({ target }) => unfold(target), true);
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href^='#']");
    if (link) unfold(document.getElementById(link.hash.slice(1)));
  });
  form.addEventListener("click", (event) => {
    if (!event.target.closest("[value=add-list]")) return;
    event.preventDefault();
    makeRoom(boxes().children.length + 1);
    boxes().lastElementChild.querySelector("input").focus();
    fitParts();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.name === "structure") {
      form.elements.team_size.value = ""; // only a link has set it, for the structure before
      fitLists();
    }
    if (["structure", "format", "deck_format"].includes(target.name)) fitParts();
  });
  form.addEventListener("input", ({ target }) => { if (target.closest("#more-event")) fitWords(); });
  form.addEventListener("filled", fitParts);
  fitParts();
}

// The usual rule about copies is named where it is chosen, by format and structure; Limited and
// single players have none.

function nameUsual({ elements: { format, policy, structure } }) {
  const [play, way] = [format, structure].map((field) => field.selectedOptions[0].dataset);
  policy.closest(".field").hidden = play.kind === "limited" || structure.value === "individual";
  const [option] = policy.options;
  option.dataset.usual = play.policy ?? way.policy;
  option.text = (play.words ?? option.dataset.words).replace("{policy}", option.dataset.usual);
}

export function startUsual() {
  document.addEventListener("change", ({ target }) => {
    if (["format", "structure"].includes(target.name) && target.form?.elements.policy?.options) nameUsual(target.form);
  });
}
