// What the modules have in common: the parts of the page, and what is said in them.

export const answer = document.getElementById("answer");
export const after = document.getElementById("after");
const bar = document.getElementById("bar");
const spoken = document.getElementById("spoken");

// Words are the page's, in the reader's language.
export const words = bar.dataset;

// What the bar at the foot shows: the verdict as a link to it, what is asked for as a link to its
// field, or a quiet word.
export function show(text, kind = "quiet", id = "verdict") {
  const link = bar.firstElementChild;
  bar.hidden = !text;
  bar.dataset.kind = kind;
  link.textContent = text;
  link.toggleAttribute("href", kind !== "quiet");
  if (kind !== "quiet") link.href = `#${id}`;
  watch();
}

// While the verdict itself is in view the bar need not say it again.
const sight = new IntersectionObserver(([{ isIntersecting }]) => bar.classList.toggle("idle", isIntersecting));

function watch() {
  sight.disconnect();
  bar.classList.remove("idle");
  const heading = document.getElementById("verdict");
  if (heading && bar.dataset.kind !== "quiet") sight.observe(heading);
}

export function say(text) {
  if (spoken.textContent !== text) spoken.textContent = text;
}

// The verdict that the answer on the page has, if there is one.
export function verdict() {
  const { said, kind } = answer.querySelector("[data-said]")?.dataset ?? {};
  return said ? { said, kind } : null;
}

// Every part of an answer: above the form, under each list, below the form.
export const slots = () => [answer, after, ...document.querySelectorAll(".found")];
export const empty = () => { for (const slot of slots()) slot.replaceChildren(); };

// Without an answer the page says again what it is for, as it did at first.
const intro = answer.querySelector(".intro");
export function unanswered() {
  empty();
  if (intro) answer.append(intro);
}

export function changed(form) {
  form.dispatchEvent(new Event("input", { bubbles: true }));
}
