// The page of a whole event works without this. It shows the teams as they are checked, narrows and
// sorts them, and mends the lists of one in its row. All of it is kept in this browser, so that a
// reload and the way back find it again, and a newer file is compared with it.
"use strict";

(async () => {
  const at = (id) => document.getElementById(id);
  const PARTS = [".top", "#summary", "#rows", "#asked"];
  const PATIENCE = 500; // milliseconds without a key
  const LATE = "headjudge-event-late"; // teams that changed right before the page was left

  /* What is kept, in IndexedDB */

  function database() {
    return new Promise((done, fail) => {
      const opening = indexedDB.open("headjudge-event", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("results");
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
  }

  async function stored(use) {
    const base = await database();
    try {
      return await new Promise((done, fail) => {
        const asked = use(base.transaction("results", "readwrite").objectStore("results"));
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error);
      });
    } finally {
      base.close();
    }
  }

  const part = (selector) => document.querySelector(selector);
  let saving = 0;
  const unsaved = new Set(); // ids of rows

  // The page came as an answer to a form, which browsers do not ask for again: from here on its
  // address is that of the results.
  async function keep() {
    clearTimeout(saving);
    saving = 0;
    const parts = PARTS.map((selector) => (part(selector) === rows ? [...rows.children].map(closed).join("") : part(selector).innerHTML));
    try {
      await stored((store) => store.put({ parts, fields: fields(), teams: [...teams] }, "last"));
      unsaved.clear();
      localStorage.removeItem(LATE);
      at("kept").hidden = false;
      history.replaceState(null, "", location.pathname + location.search + (location.hash || "#results"));
    } catch {
      at("kept").hidden = true; // private windows may keep nothing
    }
  }

  // A row without the editor that stands in it.
  function closed(row) {
    if (row !== opened) return row.outerHTML;
    const [copy, details] = [row.cloneNode(), row.querySelector("details").cloneNode()];
    details.removeAttribute("open");
    details.append(row.querySelector("summary").cloneNode(true));
    copy.append(details, ...[...row.querySelectorAll(":scope > .said-of-it")].map((one) => one.cloneNode(true)));
    return copy.outerHTML;
  }

  function keepLater(id) {
    unsaved.add(id);
    clearTimeout(saving);
    saving = setTimeout(keep, PATIENCE);
  }

  // A page that is being left has no time for a database.
  addEventListener("pagehide", () => {
    if (!unsaved.size) return;
    try {
      localStorage.setItem(LATE, JSON.stringify([...unsaved].map((id) => [id, teams.get(id)])));
    } catch { /* where nothing may be kept */ }
  });

  function takeLate() {
    try {
      const late = JSON.parse(localStorage.getItem(LATE)) ?? [];
      localStorage.removeItem(LATE);
      return new Map(late);
    } catch {
      return new Map();
    }
  }

  const fields = () => [...new FormData(at("columns"))].filter(([, value]) => typeof value === "string");

  function restore(last) {
    PARTS.forEach((selector, index) => { part(selector).innerHTML = last.parts[index]; });
    const chosen = new Map(last.fields);
    for (const field of at("columns").elements) {
      if (["checkbox", "radio"].includes(field.type)) field.checked = chosen.get(field.name) === field.value;
      else if (chosen.has(field.name) && field.type !== "submit") field.value = chosen.get(field.name);
    }
    at("results").hidden = at("downloads").hidden = at("kept").hidden = false;
    at("another").open = at("again").open = false;
  }

  // The event that was saved as a file: its columns are asked for again, and its teams wait here.
  async function take(saved) {
    const { headjudge, fields: sent, teams: known } = JSON.parse(await saved.text());
    if (headjudge !== "event" || !Array.isArray(sent) || !Array.isArray(known)) throw new TypeError("no event");
    await stored((store) => store.put(known, "taken"));
    const form = document.createElement("form");
    Object.assign(form, { action: at("upload").action, method: "post", enctype: "multipart/form-data", hidden: true });
    for (const [name, value] of [...sent.filter(([name]) => name !== "do"), ["do", "columns"]]) {
      form.append(Object.assign(document.createElement("textarea"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  }

  const file = at("file");
  file.addEventListener("change", () => {
    // The file is not sent only to be refused.
    const isTooLarge = file.files[0]?.size > Number(file.dataset.most);
    file.setCustomValidity(isTooLarge ? file.dataset.tooLarge : "");
    file.reportValidity();
  });
  at("upload").addEventListener("submit", async (event) => {
    const [saved] = file.files;
    if (!/\.json$/i.test(saved?.name)) return;
    event.preventDefault();
    await take(saved).catch(() => HTMLFormElement.prototype.submit.call(at("upload")));
  });

  const last = await stored((store) => store.get("last")).catch(() => null);
  const late = takeLate();
  for (const entry of last?.teams ?? []) if (late.get(entry[0])?.key === entry[1].key) entry[1] = late.get(entry[0]);
  const isBack = Boolean(last) && !at("columns") && /^#(?:results|team-\d+)$/.test(location.hash);
  if (isBack) restore(last);
  const columns = at("columns");
  if (!columns) return;

  const results = at("results");
  const rows = at("rows");
  const progress = at("progress");
  const said = at("said");
  // By the id of the row: {key, name, base, request, was, status, note, language}, where `base` is the request as
  // the file has it, `request` that with the lists mended here, and `was` what stood here before
  // another file changed it.
  const teams = new Map(isBack ? last.teams : []);
  let before = new Map();
  const keys = new Set();
  let running = null;

  /* All teams */

  columns.addEventListener("submit", (event) => {
    const button = event.submitter;
    const isPaper = button?.hasAttribute("formtarget");
    const isFile = button?.form && button.closest("#downloads") && !isPaper;
    columns.elements.teams.value = isFile || isPaper ? chosen(isPaper) : "";
    if (isPaper) button.setAttribute("formtarget", waitingTab(said.dataset.writing));
    if (isFile) {
      event.preventDefault();
      download(new FormData(columns, button));
    }
    if (button?.value !== "check" || button.hasAttribute("formaction") || button.closest("nav")) return;
    event.preventDefault();
    checkAll();
  });

  // The results as a file; a thousand teams take some seconds, in which the page says so.
  async function download(body) {
    said.textContent = said.dataset.writing;
    try {
      const answer = await fetch(columns.action, { method: "POST", body });
      const name = answer.headers.get("Content-Disposition")?.match(/filename\*=UTF-8''(\S+)/)?.[1];
      if (!name) throw new TypeError("no file");
      save(await answer.blob(), decodeURIComponent(name));
      said.textContent = "";
    } catch {
      said.textContent = said.dataset.failed;
    }
  }

  function save(blob, name) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // A tab that says what it waits for until the document is there: sheets of a thousand teams take
  // ten seconds. Returns its name.
  function waitingTab(words) {
    const name = `paper-${Date.now()}`;
    const page = window.open("", name)?.document;
    if (!page) return "_blank";
    const progress = page.createElement("progress");
    progress.setAttribute("aria-label", words);
    page.title = words;
    page.documentElement.style.colorScheme = "light dark";
    page.body.style.font = "1.1rem system-ui";
    page.body.append(Object.assign(page.createElement("p"), { textContent: words }), progress);
    return name;
  }

  // For sheets the teams that are shown, for tables all of them, each as it is kept here.
  function chosen(isPaper) {
    const named = [...rows.children].filter((row) => !(isPaper && row.hidden)).map((row) => {
      const team = teams.get(row.id);
      return [number(row.id), isMended(team) ? JSON.parse(team.request) : null, team.status, team.note, ...changesOf(team)];
    });
    return JSON.stringify(named);
  }

  function prepare(known) {
    running?.abort();
    running = new AbortController();
    before = new Map(known.map((team) => [team.key, team]));
    close();
    teams.clear();
    keys.clear();
    rows.replaceChildren();
    for (const mend of document.querySelectorAll(".whole > .mend")) mend.remove();
    at("summary").replaceChildren();
    at("downloads").hidden = true;
    progress.removeAttribute("value");
    said.textContent = "";
    results.hidden = at("running").hidden = at("again").open = false;
    // Another language is to bring the results again, and not the columns.
    for (const button of document.querySelectorAll(".languages button")) button.value = "check";
    at("results-title").focus();
    results.scrollIntoView({ block: "start", behavior: "instant" });
    return running.signal;
  }

  async function checkAll(known = teams.size ? [...teams.values()] : (last?.teams ?? []).map(([, team]) => team)) {
    const body = new FormData(columns);
    body.set("do", "check");
    const signal = prepare(known);
    try {
      const answer = await fetch(columns.action, { method: "POST", body, signal, headers: { Accept: "application/x-ndjson" } });
      if (!answer.headers.get("Content-Type")?.startsWith("application/x-ndjson")) {
        // What has to be mended first is a page of its own.
        columns.append(Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: "check" }));
        columns.submit();
        return;
      }
      let isWhole = false;
      for await (const line of lines(answer.body)) isWhole = show(line) || isWhole;
      said.textContent = isWhole ? said.dataset.done : said.dataset.failed;
    } catch {
      if (signal.aborted) return;
      said.textContent = said.dataset.failed;
    }
    at("running").hidden = true;
    await settle();
  }

  async function* lines(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const line of parts) yield JSON.parse(line);
      progress.value = teams.size;
      const label = at("progress-label");
      label.textContent = label.dataset.words.replace("{done}", teams.size).replace("{all}", progress.max);
    }
  }

  function show(line) {
    if (line.teams !== undefined) {
      progress.max = Math.max(1, line.teams);
      progress.value = 0;
    } else if (line.row) {
      rows.append(rowOf(line));
      add(rows.lastElementChild, JSON.stringify(line.request));
    } else {
      at("summary").innerHTML = line.summary;
      at("downloads").hidden = false;
      return true;
    }
    return false;
  }

  function rowOf({ row, check }) {
    const made = document.createElement("template");
    made.innerHTML = row;
    const element = made.content.firstElementChild;
    element.dataset.check = check;
    return element;
  }

  /* Teams, and what was known of them before */

  const number = (id) => Number(id.replace("team-", ""));
  const folded = (text) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();
  const nameOf = (row) => row.querySelector(".named strong").textContent;
  const decksOf = (request) => JSON.parse(request).decks ?? [];
  const lists = (request) => {
    const { decks, pool } = JSON.parse(request);
    return JSON.stringify([decks, pool]);
  };
  const isMended = ({ base, request }) => lists(base) !== lists(request);

  function add(row, request) {
    let key = folded(nameOf(row));
    while (keys.has(key)) key += " "; // namesakes
    keys.add(key);
    const team = { key, name: nameOf(row), base: request, request, was: "", status: "", note: "", language: "" };
    const old = before.get(key);
    row.classList.toggle("added", before.size > 0 && !old);
    if (old) {
      Object.assign(team, { status: old.status, note: old.note, language: old.language, was: old.was });
      // What another file changed takes the place of what was mended here, and says so.
      if (lists(old.base) !== lists(request)) team.was = old.request;
      else if (isMended(old)) {
        const { decks, pool } = JSON.parse(old.request);
        team.request = JSON.stringify({ ...JSON.parse(request), decks, pool });
      }
    }
    teams.set(row.id, team);
  }

  // When all are there: those that were mended are judged as they are here, and all is kept.
  async function settle() {
    for (const [id, team] of teams) {
      if (isMended(team)) await judge(id);
      dress(at(id));
    }
    if (before.size && [...teams.values()].some(({ key }) => before.has(key))) {
      const gone = [...before.values()].filter(({ key }) => !keys.has(key)).map(({ key, name = key }) => name);
      const found = {
        changed: [...teams.values()].filter(({ key, was }) => was && was !== before.get(key)?.was).length,
        added: [...keys].filter((key) => !before.has(key)).length,
        gone: gone.length,
        teams: gone.join(", "),
      };
      if (found.changed + found.added + found.gone) {
        const words = said.dataset.compared + (gone.length ? ` ${said.dataset.gone}` : "");
        said.textContent = words.replaceAll(/\{(\w+)\}/g, (_, name) => found[name]);
      }
    }
    recount();
    await keep();
    openAddress();
  }

  // A team judged anew, as its lists are here.
  async function judge(id) {
    const row = at(id);
    const sent = new FormData();
    for (const [name, value] of [["do", "team"], ["number", number(id)], ["row", row.dataset.row], ["request", teams.get(id).request]]) {
      sent.set(name, value);
    }
    const answer = await fetch(columns.action, { method: "POST", body: sent });
    if (!answer.ok) return;
    const fresh = rowOf(await answer.json());
    fresh.classList.toggle("added", row.classList.contains("added"));
    row.className = fresh.className;
    for (const name of ["cards", "faults", "check", "language"]) row.dataset[name] = fresh.dataset[name];
    for (const cell of [".players", ".chips"]) row.querySelector(cell).replaceWith(fresh.querySelector(cell));
    row.querySelector(".said-of-it")?.remove();
    row.append(...fresh.querySelectorAll(".said-of-it"));
  }

  // What this page knows of a team besides its verdict.
  function dress(row) {
    const team = teams.get(row.id);
    const { changed, mended } = at("tools").dataset;
    const status = at("status").querySelector(`[value="${team.status}"]`).textContent;
    const own = [team.status && status, team.was && changed, isMended(team) && mended, team.note];
    for (const chip of row.querySelectorAll(".chip.own")) chip.remove();
    row.classList.toggle("changed", Boolean(team.was));
    texts.delete(row);
    row.querySelector(".chips").append(...own.filter(Boolean).map((text) =>
      Object.assign(document.createElement("span"), { className: "chip own", textContent: text, title: text })));
    // What was changed is printed with what is said of the team.
    for (const item of row.querySelectorAll(".said-of-it > .own")) item.remove();
    const items = changesOf(team).map((textContent) =>
      Object.assign(document.createElement("li"), { className: "own", textContent }));
    if (!items.length) return;
    if (!row.querySelector(".said-of-it")) row.append(Object.assign(document.createElement("ul"), { className: "said-of-it" }));
    row.querySelector(".said-of-it").append(...items);
  }

  /* Which are shown, and in which order */

  const find = at("find");
  const radios = () => [...at("summary").querySelectorAll("[name=show]")];
  const isOf = (value, row) => {
    const [kind, ...rest] = value.split(":");
    if (kind === "card") return row.dataset.cards.split("|").includes(rest.join(":"));
    if (kind === "status") return teams.get(row.id).status === rest[0];
    return value === "all" || row.classList.contains(value);
  };

  // What is searched, until the row changes.
  const texts = new WeakMap();
  function textOf(row) {
    if (!texts.has(row)) texts.set(row, folded(row.textContent));
    return texts.get(row);
  }

  function narrow() {
    const filter = radios().find((one) => one.checked)?.value ?? "all";
    const words = folded(find.value);
    let shown = 0;
    for (const row of rows.children) {
      row.hidden = !(isOf(filter, row) && (!words || textOf(row).includes(words)));
      shown += !row.hidden;
    }
    return shown;
  }

  function recount() {
    for (const radio of radios()) {
      const count = [...rows.children].filter((row) => isOf(radio.value, row)).length;
      const label = radio.closest("label");
      label.querySelector(".count").textContent = count;
      label.hidden = !count && !radio.checked && !["all", "legal", "illegal"].includes(radio.value);
    }
    narrow();
  }

  const tellShown = () => { said.textContent = said.dataset.shown.replace("{teams}", narrow()); };
  results.addEventListener("change", ({ target }) => { if (target.name === "show") tellShown(); });
  find.addEventListener("input", tellShown);

  const ORDERS = {
    row: (one, other) => number(one.id) - number(other.id),
    name: (one, other) => nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true }),
    faults: (one, other) => other.dataset.faults - one.dataset.faults,
    table: ({ dataset: { table } }, { dataset: { table: other } }) => !table - !other || table.localeCompare(other, undefined, { numeric: true }),
  };
  at("sort").addEventListener("change", ({ target }) => rows.append(...[...rows.children].sort(ORDERS[target.value])));

  /* One team, in its row */

  const panel = at("opened");
  const lone = at("form");
  let opened = null;
  let written = "";
  let waiting;

  const values = () => JSON.stringify([...new FormData(lone)].filter(([name]) => ["player", "list", "pool"].includes(name)));

  rows.addEventListener("toggle", ({ target }) => {
    if (target.name !== "team") return;
    const row = target.closest("li");
    if (target.open) open(row);
    else if (row === opened) close();
  }, true);

  function open(row) {
    const team = teams.get(row.id);
    opened = row;
    row.querySelector("details").append(panel);
    panel.hidden = false;
    const all = [...rows.children].filter((one) => !one.hidden);
    const place = all.indexOf(row);
    for (const [link, other] of [["previous", all[place - 1]], ["next", all[place + 1]]]) {
      at(link).hidden = !other;
      at(link).href = `#${other?.id ?? "results"}`;
    }
    at("status").value = team.status;
    at("note").value = team.note;
    at("message-language").value = team.language || row.dataset.language || document.documentElement.lang;
    at("message").open = false;
    for (const id of ["answer", "form", "after"]) at(id).replaceChildren();
    at("state").textContent = at("state").dataset.loading;
    tell(row);
    row.scrollIntoView({ block: "start", behavior: "instant" });
    history.replaceState(null, "", `#${row.id}`);
    written = "";
    lone.dispatchEvent(new CustomEvent("team", { detail: team.request }));
  }

  function close() {
    opened?.querySelector("details").removeAttribute("open");
    opened = null;
    panel.hidden = true;
    at("whole").append(panel);
  }

  function tell(row) {
    const team = teams.get(row.id);
    at("differences").replaceChildren(...changesOf(team).map((textContent) => Object.assign(document.createElement("p"), { textContent })));
    at("open").href = `/${location.search}#${row.dataset.check}`;
    at("open").hidden = !row.dataset.check;
    const mail = at("mail");
    mail.hidden = !row.dataset.mail;
    mail.textContent = row.dataset.mail;
    mail.href = `mailto:${row.dataset.mail}`;
  }

  // What differs from the last file, and from this one, a sentence a deck.
  function changesOf({ was, base, request }) {
    const parts = [["changed", was, base], ["mended", base, request]];
    return parts.filter(([, old, now]) => old && old !== now).flatMap(([word, old, now]) => differences(word, old, now));
  }

  function differences(word, old, now) {
    const [decks, others] = [decksOf(now), decksOf(old)];
    const { dataset } = at("differences");
    return Array.from({ length: Math.max(decks.length, others.length) }, (_, index) => {
      const changes = compared(others[index]?.list ?? "", decks[index]?.list ?? "");
      const who = decks[index]?.player || others[index]?.player || dataset.deck.replace("{number}", index + 1);
      return changes.length ? `${dataset[word]}, ${who}: ${changes.join("; ")}` : [];
    }).flat();
  }

  // The lines that only one of two lists has.
  function compared(old, now) {
    const count = new Map();
    for (const [text, step] of [[old, -1], [now, 1]]) {
      for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
        count.set(line, (count.get(line) ?? 0) + step);
      }
    }
    return [...count].filter(([, number]) => number).map(([line, number]) => `${number < 0 ? "−" : "+"} ${line}`);
  }

  lone.addEventListener("submit", (event) => event.preventDefault());
  // Of what stands below an answer only its text is of use here.
  const tidy = () => { for (const other of at("after").querySelectorAll(":scope > :not(.passing)")) other.remove(); };
  document.addEventListener("answered", tidy);
  lone.addEventListener("filled", () => {
    tidy();
    at("state").textContent = "";
    written = values();
  });
  lone.addEventListener("input", () => {
    if (!opened || !written || written === values()) return;
    written = values();
    unsaved.add(opened.id);
    const [data, team, row] = [new FormData(lone), teams.get(opened.id), opened];
    const [players, pool] = [data.getAll("player"), data.get("pool") ?? ""];
    const known = decksOf(team.request);
    const decks = data.getAll("list").map((list, index) => ({ ...known[index], player: players[index], list }));
    const request = { ...JSON.parse(team.request), decks: decks.filter(({ list }) => list.trim()) };
    for (const deck of request.decks) if (!deck.player) delete deck.player;
    if (pool.trim()) request.pool = { list: pool };
    team.request = JSON.stringify(request);
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      await judge(row.id).catch(() => null);
      dress(row);
      if (opened === row) tell(row);
      recount();
      row.hidden &&= opened !== row; // what is being mended stays in sight
      keepLater(row.id);
    }, PATIENCE);
  });

  for (const name of ["status", "note"]) {
    at(name).addEventListener("input", () => {
      teams.get(opened.id)[name] = at(name).value;
      dress(opened);
      recount();
      opened.hidden = false;
      keepLater(opened.id);
    });
  }

  // The result in the players' language, as the check form writes it.
  async function write() {
    if (!at("message").open || !opened) return;
    const [row, sent] = [opened, new FormData()];
    sent.set("do", "open");
    sent.set("request", teams.get(row.id).request);
    const answer = await fetch(`/?lang=${at("message-language").value}`, { method: "POST", body: sent, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (opened !== row) return;
    const text = page.getElementById("copy-result")?.value ?? "";
    at("message-text").value = text;
    at("mail").href = `mailto:${row.dataset.mail}?${new URLSearchParams({ subject: nameOf(row), body: text })}`.replaceAll("+", "%20");
  }
  at("message").addEventListener("toggle", write);
  at("message-language").addEventListener("change", ({ target }) => {
    teams.get(opened.id).language = target.value;
    keepLater(opened.id);
    write();
  });
  document.addEventListener("answered", write);

  // Addresses within the answer, such as those of its lines, leave it open.
  function openAddress() {
    const row = rows.querySelector(`:scope > [id="${CSS.escape(location.hash.slice(1))}"]`);
    if (!row) return;
    row.querySelector("details").open = true;
    row.querySelector("summary").focus();
    row.scrollIntoView({ block: "start", behavior: "instant" });
  }
  addEventListener("hashchange", openAddress);

  at("forget").addEventListener("click", async () => {
    await stored((store) => store.delete("last"));
    at("kept").hidden = true;
  });
  at("export").addEventListener("click", () => {
    const text = JSON.stringify({ headjudge: "event", fields: fields(), teams: [...teams.values()] });
    save(new Blob([text], { type: "application/json" }), "event.json");
  });

  const taken = await stored((store) => store.get("taken")).catch(() => null);
  if (taken) {
    await stored((store) => store.delete("taken"));
    await checkAll(taken);
  } else if (isBack) {
    for (const id of late.keys()) if (teams.has(id)) await judge(id).catch(() => null);
    for (const row of rows.children) dress(row);
    recount();
    openAddress();
    if (late.size) await keep();
  } else if (!results.hidden) {
    // The whole page came at once.
    before = new Map((last?.teams ?? []).map(([, team]) => [team.key, team]));
    for (const row of rows.children) add(row, row.querySelector("[name=request]").value);
    await settle();
  }
})();
