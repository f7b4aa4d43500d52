// Search in the reference of the API: of the contents and the parts, those that hold all words.

const field = document.getElementById("search");
const status = document.querySelector(".search [role=status]");
const groups = [...document.querySelectorAll(".reference nav section")];
const links = [...document.querySelectorAll(".reference nav li a")];
const found = new Map();
for (const part of document.querySelectorAll(".parts section")) {
  const words = part.cloneNode(true);
  for (const example of words.querySelectorAll("details")) example.remove();
  found.set(part, words.textContent.toLowerCase());
}

const search = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const [part, text] of found) part.hidden = !words.every((word) => text.includes(word));
  for (const link of links) link.closest("li").hidden = document.getElementById(link.hash.slice(1)).hidden;
  for (const group of groups) {
    group.hidden = !group.querySelector("li:not([hidden])");
    const folded = group.querySelector("details");
    if (folded) folded.open = words.length > 0;
  }
  const left = [...found.keys()].filter((part) => !part.hidden).length;
  status.textContent = words.length ? `${left} of ${found.size}` : "";
};

field.addEventListener("input", search);
// What a link leads to is shown, whatever is searched for.
document.querySelector(".reference").addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const to = link && document.getElementById(link.hash.slice(1));
  if (!to?.hidden) return;
  field.value = "";
  search();
});
field.closest("p").hidden = false;
search();
