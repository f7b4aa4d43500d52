// Nothing here is needed. It spares the ways to the server and back by which the form fits
// itself to the event: as many lists as the team has players, a card pool in Limited only.
"use strict";

(() => {
  const form = document.getElementById("form");
  if (!form) return;

  const boxes = document.getElementById("boxes");
  const limited = document.getElementById("limited");
  const addList = form.querySelector("[value=add-list]");
  const most = Number(boxes.dataset.most);
  const isBlank = (box) => [...box.querySelectorAll("input, textarea")].every((field) => !field.value.trim());

  function add() {
    const box = boxes.lastElementChild.cloneNode(true);
    const number = boxes.children.length + 1;
    box.setAttribute("aria-label", `Deck ${number}`);
    for (const part of box.querySelectorAll(".fault")) part.remove();
    for (const part of box.querySelectorAll(".n")) part.textContent = number;
    for (const label of box.querySelectorAll("label")) {
      label.htmlFor = label.htmlFor.replace(/\d+$/, number);
    }
    for (const field of box.querySelectorAll("input, textarea")) {
      field.id = field.id.replace(/\d+$/, number);
      field.value = "";
      for (const name of ["aria-describedby", "aria-invalid", "placeholder"]) field.removeAttribute(name);
    }
    boxes.append(box);
    return box;
  }

  function fitLists() {
    const wanted = Number(form.elements.team_size.value || form.elements.structure.selectedOptions[0].dataset.players);
    while (boxes.children.length < wanted) add();
    while (boxes.children.length > wanted && isBlank(boxes.lastElementChild)) boxes.lastElementChild.remove();
    if (addList) addList.hidden = boxes.children.length >= most;
  }

  function fitPool() {
    const isLimited = form.elements.format.selectedOptions[0].dataset.kind === "limited";
    limited.hidden = !isLimited && !form.elements.pool.value.trim() && !form.elements.product.value.trim();
    if (isLimited) limited.open = true;
  }

  addList?.addEventListener("click", (event) => {
    event.preventDefault();
    add().querySelector("input").focus();
    addList.hidden = boxes.children.length >= most;
  });
  form.elements.structure.addEventListener("change", fitLists);
  form.elements.team_size.addEventListener("change", fitLists);
  form.elements.format.addEventListener("change", fitPool);
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  fitPool();
})();
