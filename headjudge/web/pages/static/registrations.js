// The page of a whole event works without this. It shows the teams as they are checked, and the
// whole answer about one of them in the page; the table of the file stays where it is, in the form.
// The last results are kept in this browser, so that a reload and the way back find them again.
"use strict";

(async () => {
  const at = (id) => document.getElementById(id);
  const PARTS = [".top", "#main"];

  /* The last results, in IndexedDB */

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

  // The page came as an answer to a form, which browsers do not ask for again: from here on its
  // address is that of the results.
  async function keep() {
    at("kept").hidden = false;
    const parts = PARTS.map((selector) => document.querySelector(selector).innerHTML);
    try {
      await stored((store) => store.put({ parts, fields: [...new FormData(form)], teams: [...teams] }, "last"));
      history.replaceState(null, "", location.pathname + location.search + (location.hash || "#results"));
    } catch {
      at("kept").hidden = true; // private windows may keep nothing
    }
  }

  async function restore() {
    const last = await stored((store) => store.get("last")).catch(() => null);
    if (!last) return [];
    PARTS.forEach((selector, index) => { document.querySelector(selector).innerHTML = last.parts[index]; });
    const chosen = new Map(last.fields);
    for (const field of at("columns").elements) {
      if (["checkbox", "radio"].includes(field.type)) field.checked = chosen.get(field.name) === field.value;
      else if (chosen.has(field.name) && field.type !== "submit") field.value = chosen.get(field.name);
    }
    return last.teams;
  }

  const isAtResults = /^#(?:results|team-\d+)$/.test(location.hash);
  const restored = isAtResults && !at("columns") ? await restore() : [];
  const file = at("file");
  const form = at("columns");

  // The file is not sent only to be refused.
  file.addEventListener("change", () => {
    const isTooLarge = file.files[0]?.size > Number(file.dataset.most);
    file.setCustomValidity(isTooLarge ? file.dataset.tooLarge : "");
    file.reportValidity();
  });

  if (!form) return;

  const results = at("results");
  const rows = at("rows");
  const progress = at("progress");
  const said = at("said");
  const teams = new Map(restored);
  let running = null;

  for (const article of results.querySelectorAll("article")) {
    const own = article.querySelector("form");
    teams.set(article.id, { name: article.querySelector("h4").textContent, request: own.elements.request.value, check: "" });
  }

  /* All teams */

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.value !== "check" || button.hasAttribute("formaction") || button.closest("nav")) return;
    event.preventDefault();
    checkAll(new FormData(form, button));
  });

  function prepare() {
    running?.abort();
    running = new AbortController();
    teams.clear();
    rows.replaceChildren();
    results.querySelector(".each")?.remove();
    for (const mend of document.querySelectorAll(".whole > .mend")) mend.remove();
    at("summary").replaceChildren();
    at("downloads").hidden = true;
    progress.removeAttribute("value");
    said.textContent = "";
    results.hidden = at("running").hidden = false;
    sendInLanguages();
    at("results-title").focus();
    results.scrollIntoView({ block: "start", behavior: "instant" });
    return running.signal;
  }

  async function checkAll(sent) {
    const signal = prepare();
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: sent, signal, headers: { Accept: "application/x-ndjson" },
      });
      if (!answer.headers.get("Content-Type")?.startsWith("application/x-ndjson")) {
        // What has to be mended first is a page of its own.
        sendPlainly();
        return;
      }
      let isWhole = false;
      for await (const line of lines(answer.body)) isWhole = show(line) || isWhole;
      said.textContent = isWhole ? said.dataset.done : said.dataset.failed;
    } catch (error) {
      if (signal.aborted) return;
      said.textContent = said.dataset.failed;
    }
    at("running").hidden = true;
    await keep();
    openAddress();
  }

  // Another language is to bring the results again, and not the columns.
  function sendInLanguages() {
    for (const button of document.querySelectorAll(".languages button")) button.value = "check";
  }

  // The same form, sent as a page: for whatever the answer is that is no stream.
  function sendPlainly() {
    const button = document.createElement("input");
    Object.assign(button, { type: "hidden", name: "do", value: "check" });
    form.append(button);
    form.submit();
  }

  async function* lines(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const part of parts) yield JSON.parse(part);
      tell();
    }
  }

  function show(line) {
    if (line.teams !== undefined) {
      progress.max = Math.max(1, line.teams);
      progress.value = 0;
    } else if (line.row) {
      const row = document.createElement("template");
      row.innerHTML = line.row;
      const name = row.content.querySelector("a").textContent;
      teams.set(`team-${line.number}`, { name, request: JSON.stringify(line.request), check: line.check });
      rows.append(row.content);
    } else {
      at("summary").innerHTML = line.summary;
      at("downloads").hidden = false;
      return true;
    }
    return false;
  }

  function tell() {
    progress.value = teams.size;
    const label = at("progress-label");
    label.textContent = label.dataset.words.replace("{done}", teams.size).replace("{all}", progress.max);
  }

  results.addEventListener("change", (event) => {
    if (event.target.name !== "show") return;
    const shown = [...rows.children].filter((row) => row.checkVisibility()).length;
    said.textContent = said.dataset.shown.replace("{teams}", shown);
  });

  /* One team */

  const one = at("team");
  const whole = at("whole");
  let opened = "";

  // The answer of the check page, without what works there alone.
  async function answerOn(team) {
    const sent = new FormData();
    sent.set("do", "open");
    sent.set("request", team.request);
    const answer = await fetch(`/${location.search}`, { method: "POST", body: sent, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.createElement("div");
    found.append(...page.querySelectorAll("main :is(.answer, .mend, .list, .besides)"));
    for (const button of found.querySelectorAll("button, form, script")) button.remove();
    for (const link of found.querySelectorAll(".number")) link.removeAttribute("href");
    for (const heading of found.querySelectorAll("[autofocus]")) heading.removeAttribute("autofocus");
    for (const heading of found.querySelectorAll("h1")) {
      // The page has one already.
      const lower = document.createElement("h2");
      for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
      lower.append(...heading.childNodes);
      heading.replaceWith(lower);
    }
    return document.adoptNode(found);
  }

  // The teams that the filter shows; all of them where it does not show this one.
  function neighbours(id) {
    const filter = results.querySelector("[name=show]:checked")?.value ?? "all";
    const all = [...teams.keys()];
    const shown = all.filter((one) => filter === "all" || at(one.replace("team", "row")).classList.contains(filter));
    return shown.includes(id) ? shown : all;
  }

  async function open(id) {
    const team = teams.get(id);
    const ids = neighbours(id);
    const place = ids.indexOf(id);
    for (const [link, other] of [["previous", ids[place - 1]], ["next", ids[place + 1]]]) {
      at(link).hidden = !other;
      at(link).href = `#${other ?? "results"}`;
    }
    at("open").hidden = !team.check;
    at("open").href = `/${location.search}#${team.check}`;
    at("team-name").textContent = team.name;
    at("team-answer").replaceChildren();
    whole.hidden = true;
    one.hidden = false;
    opened = id;
    at("team-name").focus();
    scrollTo({ top: 0, behavior: "instant" });
    const state = at("team-state");
    state.textContent = state.dataset.loading;
    try {
      const found = await answerOn(team);
      if (opened !== id) return;
      at("team-answer").replaceChildren(found);
      state.textContent = "";
    } catch {
      if (opened === id) state.textContent = state.dataset.failed;
    }
  }

  function close() {
    const link = rows.querySelector(`a[href="#${opened}"]`);
    opened = "";
    one.hidden = true;
    whole.hidden = false;
    link?.focus();
    link?.scrollIntoView({ block: "center", behavior: "instant" });
  }

  // Addresses within the answer, such as those of its lines, leave it open.
  function openAddress() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (teams.has(id) && !at(id)) open(id);
    else if (opened && (!id || !one.querySelector(`#${CSS.escape(id)}`))) close();
  }

  addEventListener("hashchange", openAddress);
  at("forget").addEventListener("click", async () => {
    await stored((store) => store.delete("last"));
    at("kept").hidden = true;
  });
  if (restored.length) openAddress();
  else if (!results.hidden) await keep();
})();
