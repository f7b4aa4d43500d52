// The pool page works without this. It counts and moves at once instead of at the next step, finds
// titles, and keeps what was counted in this browser, so that a reload loses nothing.
"use strict";

(() => {
  const KEY = "headjudge.pool";
  const form = document.getElementById("pool");
  const number = (text) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0);
  const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

  // Words come with the page; `{name}` in them is filled in.
  const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // A browser may refuse to store anything; the page goes on without.
  function stored() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  }

  function store(value) {
    try {
      if (value) localStorage.setItem(KEY, JSON.stringify(value));
      else localStorage.removeItem(KEY);
    } catch { /* as above */ }
  }

  const cardsOf = ({ one, many }, copies) => (copies === 1 ? one : many.replace("2", copies));

  const poolOf = (text) => [...text.matchAll(/^\s*(\d+) (.+?)\s*$/gm)].map(([, copies, title]) => [title, Number(copies)]);

  function countsOf(fields) {
    const pool = fields.find(([name]) => name === "pool");
    if (pool) return poolOf(pool[1]);
    return fields.filter(([name]) => name.startsWith("n:")).map(([name, value]) => [name.slice(2), number(value)]);
  }

  function offerToResume() {
    const resume = document.getElementById("resume");
    const kept = stored();
    if (!resume || !kept) return;
    const [event, as_of, product] = kept.key;
    const cards = sum(countsOf(kept.fields).map(([, copies]) => copies));
    const address = new URL(resume.querySelector("a").href);
    for (const [name, value] of Object.entries({ event, as_of, product, blank: "1" })) address.searchParams.set(name, value);
    address.hash = "resume";
    resume.querySelector("a").href = address;
    resume.querySelector("span").textContent = filled(resume.dataset.kept, { cards: cardsOf(resume.dataset, cards), product: product || resume.dataset.noProduct, day: as_of });
    document.getElementById("forget").addEventListener("click", () => {
      if (stored()?.key.join() === kept.key.join()) store(null);
      resume.hidden = true;
    });
    resume.hidden = false;
  }

  // What was counted is there again; another pool of the same product begins with one button.
  function offerAnother() {
    const another = document.getElementById("another-pool");
    another.hidden = false;
    another.querySelector("button").addEventListener("click", () => {
      for (const field of form.querySelectorAll(".count, textarea, #team, [name=player]")) field.value = "";
      for (const carried of form.querySelectorAll("textarea[name=deck], [type=hidden][name^='b:']")) carried.remove();
      for (const name of form.querySelectorAll("#team, [name=player]")) name.showName();
      recount();
      save();
      another.hidden = true;
    });
  }

  if (!form) {
    offerToResume();
    return;
  }

  const fields = form.elements;
  const step = form.dataset.step;
  const key = [fields.event.value, fields.as_of.value, fields.product.value];
  const said = document.getElementById("counted");
  let saving = 0;
  let saying = 0;

  function save() {
    clearTimeout(saving);
    saving = 0;
    // Decks and players go by their order, so that an empty one keeps its place.
    const typed = [...new FormData(form)].filter(([name, value]) => (
      /^(deck|player)$/.test(name) || (value && !/^(t:|event$|as_of$|product$|print$|show$|how$)/.test(name))
    ));
    store({ key, step, fields: typed });
  }

  function changed(words) {
    // In another language the page goes on with what was counted in this one.
    for (const link of document.querySelectorAll(".languages a")) link.hash = "resume";
    if (!saving) saving = setTimeout(save, 250);
    clearTimeout(saying);
    saying = setTimeout(() => { said.textContent = words; }, 600);
  }

  const isOfThisPage = (kept) => kept?.key.join("|") === key.join("|");

  // What the server rendered is as new as the last step; what was stored may be newer where the
  // page was loaded again, or opened to go on with it.
  function isOlderThanStored(kept) {
    if (!isOfThisPage(kept)) return false;
    const [visit] = performance.getEntriesByType("navigation");
    const isBack = visit?.type === "reload" || visit?.type === "back_forward";
    if (form.dataset.fresh) return true;
    if (!isBack) return false;
    const pool = kept.fields.find(([name]) => name === "pool");
    return kept.step === step && (step !== "build" || pool?.[1].trim() === fields.pool.value.trim());
  }

  function carry(name, value) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }

  function restore(kept) {
    const elsewhere = [];
    if (step === "checklist") {
      for (const row of cards) row.querySelector(".count").value = "";
      for (const [title, copies] of countsOf(kept.fields)) {
        const field = document.getElementById(`n:${title}`);
        if (field) field.value = copies || "";
        else if (copies) elsewhere.push(`${copies} ${title}`);
      }
    }
    const seen = {};
    for (const [name, value] of kept.fields) {
      if (name.startsWith("n:") || name === "pool") continue;
      const place = (seen[name] = (seen[name] ?? -1) + 1);
      const found = form.querySelectorAll(`[name="${CSS.escape(name)}"]`)[place];
      if (found) found.value = value;
      else carry(name, value);
    }
    if (elsewhere.length) {
      // Titles of no set of the product have no field here; the list takes them along.
      fields.paste.value = [...elsewhere, fields.paste.value].join("\n").trim();
      fields.paste.closest("details").open = true;
    }
  }

  for (const name of form.querySelectorAll("#team, [name=player]")) {
    const shown = document.querySelector(`[data-name="${name.id}"]`);
    const show = () => { shown.textContent = name.value; };
    name.addEventListener("input", () => { show(); changed(""); });
    name.showName = show;
  }
  const print = document.getElementById("print");
  print.hidden = false;
  print.addEventListener("click", () => window.print());
  addEventListener("pagehide", () => { if (saving) save(); });

  /* The checklist */

  const cards = [...form.querySelectorAll("li.card")];

  function recount() {
    const piles = {};
    const classes = {};
    let total = 0;
    for (const row of cards) {
      const copies = number(row.querySelector(".count").value);
      row.classList.toggle("none", !copies);
      total += copies;
      piles[row.dataset.pile] = (piles[row.dataset.pile] ?? 0) + copies;
      classes[row.dataset.class] = (classes[row.dataset.class] ?? 0) + copies;
    }
    form.querySelector("[data-total]").textContent = total;
    form.querySelector("[data-word]").textContent = cardsOf(form.dataset, total).replace(total, "").trim();
    const over = document.getElementById("over");
    over.hidden = !(total > Number(over.dataset.most));
    for (const one of form.querySelectorAll("[data-of-pile]")) one.textContent = piles[one.dataset.ofPile] ?? 0;
    for (const one of form.querySelectorAll("[data-of-class]")) one.textContent = classes[one.dataset.ofClass] ?? 0;
    for (const pile of form.querySelectorAll(".pile")) {
      pile.querySelector(".of-pile").textContent = sum([...pile.querySelectorAll(".count")].map((field) => number(field.value)));
    }
    changed(cardsOf(form.dataset, total));
  }

  function count(row, more) {
    const field = row.querySelector(".count");
    field.value = Math.min(9999, Math.max(0, number(field.value) + more)) || "";
    recount();
    return number(field.value);
  }

  function countCards() {
    for (const button of form.querySelectorAll(".step")) button.hidden = false;
    form.addEventListener("click", (event) => {
      const pressed = event.target.closest(".step, label.title");
      if (!pressed) return;
      // On a phone the cursor in a count would bring the keyboard up.
      event.preventDefault();
      count(pressed.closest(".card"), Number(pressed.dataset.step ?? 1));
    });
    form.addEventListener("input", (event) => {
      if (event.target.matches(".count")) recount();
      else if (event.target === fields.paste) changed("");
    });
    form.addEventListener("keydown", (event) => {
      if (!event.target.matches(".count")) return;
      const more = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (more) count(event.target.closest(".card"), more);
      if (more || event.key === "Enter") event.preventDefault();
      if (event.key === "Enter") cards[cards.indexOf(event.target.closest(".card")) + 1]?.querySelector(".count").focus();
    });
    findTitles();
  }

  function findTitles() {
    const find = document.getElementById("find");
    const found = document.getElementById("found");
    const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
    const hint = found.textContent;
    // A title in another language stands before the English one, which is in brackets.
    const named = (row) => row.querySelector(".title").textContent.split(/ \((?=[^(]*\)$)|\)$/).filter(Boolean);
    const titles = cards.flatMap((row) => named(row).map((title) => [fold(title), row]));
    let matches = [];
    let at = 0;

    function show() {
      for (const row of form.querySelectorAll(".found")) row.classList.remove("found");
      const row = matches[at];
      found.textContent = find.value.trim() ? found.dataset.none : hint;
      if (!row) return;
      const folded = row.closest("details");
      if (folded) folded.open = true;
      row.classList.add("found");
      row.scrollIntoView({ block: "center" });
      found.textContent = `${row.querySelector(".title").textContent}: ${number(row.querySelector(".count").value)}`;
    }

    find.closest(".find").hidden = false;
    find.addEventListener("input", () => {
      const typed = fold(find.value.trim());
      const ways = [(title) => title.startsWith(typed), (title) => title.includes(` ${typed}`), (title) => title.includes(typed)];
      const all = typed ? ways.flatMap((fits) => titles.filter(([title]) => fits(title)).map(([, row]) => row)) : [];
      matches = [...new Set(all)];
      at = 0;
      show();
    });
    find.addEventListener("keydown", (event) => {
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (way && matches.length) at = (at + way + matches.length) % matches.length;
      else if (event.key === "Enter" && matches[at]) {
        count(matches[at], event.shiftKey ? -1 : 1);
        find.select();
      } else if (event.key !== "Enter") return;
      event.preventDefault();
      show();
    });
  }

  /* The decks */

  const rows = [...form.querySelectorAll(".held[data-title]")];
  const deckTexts = [...form.querySelectorAll("textarea[name=deck]")];
  const decks = deckTexts.map((_, index) => index);
  const least = Number(form.dataset.least);
  const places = [...form.querySelectorAll(".place")].map((place) => place.dataset.place);
  // Copies come from what is left first, then from the last deck.
  const sources = ["left", ...decks.toReversed().flatMap((index) => [`${index}s`, `${index}`])].filter((one) => places.includes(one));

  const button = (row, place) => row.querySelector(`[data-to="${place}"]`);
  const copiesOf = (row, place) => Number(button(row, place).querySelector("b").textContent);

  function put(row, place, copies) {
    const one = button(row, place);
    one.querySelector("b").textContent = copies || "";
    one.classList.toggle("has", copies > 0);
    one.ariaLabel = filled(one.dataset.label, { copies });
    row.classList.toggle(`in-${place}`, copies > 0);
  }

  function bring(row, to, isAll) {
    let missing = isAll ? Infinity : 1;
    for (const from of sources) {
      const here = from === to ? 0 : Math.min(missing, copiesOf(row, from));
      if (!here) continue;
      put(row, from, copiesOf(row, from) - here);
      put(row, to, copiesOf(row, to) + here);
      missing -= here;
    }
    show(`${filled(form.dataset.moved, { card: row.dataset.shown, place: button(row, to).dataset.place })} `);
  }

  const landsOf = (index) => [...form.querySelectorAll(`[name^="b:${index}:"]`)].filter((field) => number(field.value)).map((field) => [field.name.split(":")[2], number(field.value)]);

  function show(words = "") {
    const sizes = {};
    for (const place of places) {
      const there = rows.map((row) => [row, copiesOf(row, place)]).filter(([, copies]) => copies);
      sizes[place] = sum(there.map(([, copies]) => copies));
      const section = form.querySelector(`.place[data-place="${place}"]`);
      section.querySelector("[data-size]").textContent = sizes[place];
      section.querySelector("ul").replaceChildren(...there.map(([row, copies]) => {
        const item = document.createElement("li");
        item.append(`${copies} `, ...[...row.querySelector(".name").childNodes].map((part) => part.cloneNode(true)));
        return item;
      }));
    }
    for (const index of decks) showDeck(index, sizes);
    form.querySelector("[data-left]").textContent = sizes.left;
    changed(`${words}${[...form.querySelectorAll(".sizes li")].map((one) => one.textContent.trim()).join(", ")}`);
  }

  function showDeck(index, sizes) {
    const lands = landsOf(index);
    const added = sum(lands.map(([, copies]) => copies));
    const size = sizes[index] + added;
    form.querySelector(`[data-main="${index}"]`).textContent = size;
    form.querySelector(`[data-short="${index}"]`).textContent = size < least ? filled(form.dataset.toGo, { number: least - size }) : "";
    form.querySelector(`[data-and-lands="${index}"]`).textContent = added ? ` ${filled(added === 1 ? form.dataset.andLand : form.dataset.andLands, { number: added })}` : "";
    form.querySelector(`[data-basics="${index}"]`).textContent = lands.map(([land, copies]) => `${copies} ${form.querySelector(`label[for="b:${index}:${land}"]`).textContent}`).join(", ");
    const listed = (place) => rows.filter((row) => copiesOf(row, place)).map((row) => `${copiesOf(row, place)} ${row.dataset.title}`);
    const side = places.includes(`${index}s`) ? listed(`${index}s`) : [];
    deckTexts[index].value = [...listed(`${index}`), ...(side.length ? ["Sideboard", ...side] : [])].join("\n");
  }

  // Put every copy where the decks' texts have it, and what is over back into the pool.
  function readDecks() {
    const pool = new Map(poolOf(fields.pool.value));
    for (const row of rows) for (const place of places) put(row, place, place === "left" ? pool.get(row.dataset.title) ?? 0 : 0);
    const byTitle = new Map(rows.map((row) => [row.dataset.title, row]));
    for (const index of decks) {
      let place = `${index}`;
      for (const line of deckTexts[index].value.split("\n")) {
        if (line.trim() === "Sideboard") place = `${index}s`;
        const [[title, copies] = []] = poolOf(line);
        const row = byTitle.get(title);
        if (!row || !places.includes(place)) continue;
        put(row, "left", Math.max(0, copiesOf(row, "left") - copies));
        put(row, place, copiesOf(row, place) + copies);
      }
    }
  }

  function moveCards() {
    document.getElementById("keys").hidden = false;
    const isAll = (event) => event.shiftKey || fields.how.value === "all";
    form.addEventListener("click", (event) => {
      const pressed = event.target.closest("[name=move]");
      if (!pressed) return;
      event.preventDefault();
      bring(pressed.closest(".held"), pressed.dataset.to, isAll(event));
    });
    form.addEventListener("keydown", (event) => {
      const row = event.target.closest(".held[data-title]");
      if (event.target.matches("input.count") && event.key === "Enter") event.preventDefault();
      if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
      const letter = event.key.toLowerCase();
      const place = letter === "l" ? "left" : `${"abc".indexOf(letter)}`;
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (letter.length === 1 && places.includes(place)) bring(row, place, isAll(event));
      else if (way) {
        const seen = rows.filter((one) => one.offsetParent);
        button(seen[seen.indexOf(row) + way] ?? row, event.target.dataset.to ?? "left").focus();
      } else return;
      event.preventDefault();
    });
    form.addEventListener("input", (event) => {
      if (event.target.matches("input.count")) show();
    });
  }

  const kept = stored();
  const isOlder = isOlderThanStored(kept);
  if (isOlder) restore(kept);
  for (const name of form.querySelectorAll("#team, [name=player]")) name.showName();
  if (step === "checklist") {
    countCards();
    recount();
  } else {
    moveCards();
    if (isOlder) readDecks();
    show();
  }
  if (!form.dataset.fresh) {
    // Browsers do not ask again for the answer to a form: the way back leads to an address that
    // finds the pool and its decks here.
    const address = new URLSearchParams({ event: key[0], as_of: key[1], product: key[2], blank: 1 });
    const language = new URLSearchParams(location.search).get("lang");
    if (language) address.set("lang", language);
    history.replaceState(null, "", `/pool?${address}#${step}`);
  } else if (!isOlder) {
    // An empty sheet that was only opened takes the place of nothing.
    clearTimeout(saving);
    saving = 0;
  } else if (location.hash === "#build" && kept.step === "build") {
    form.querySelector("[name=do][value=build]").click();
  } else if (sum(countsOf(kept.fields).map(([, copies]) => copies))) offerAnother();
})();
