// Completes card titles in the editors. What is typed is never changed by itself: titles are
// offered below the line, and one is taken by arrow keys and Enter or Tab, or by a tap.

import { say, words } from "./page.js";

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
export const titles = (area) => async (context) => {
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
