// Answers the cases of reading by mtg-decklist-parser: npm install mtg-decklist-parser@2.0.0.

import { createInterface } from "node:readline";

globalThis.self = globalThis; // its bundle is made for browsers
const { default: parser } = await import("mtg-decklist-parser");

const copies = (cards) => {
  const titles = {};
  for (const { name, amount } of cards) titles[name] = (titles[name] ?? 0) + amount;
  return titles;
};

const parse = (text) => {
  const { deck, sideboard } = parser.autoParse(text);
  // What it cannot read it leaves out, so that it never reports a line.
  const answer = { main: copies(deck), unread: 0 };
  return sideboard.length ? { ...answer, sideboard: copies(sideboard) } : answer;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, operation, request } = JSON.parse(line);
  // It knows no cards, so that nothing is asked of it about titles.
  const isAsked = operation === "parse" && id.startsWith("syntaxes/");
  let answer = { unsupported: true };
  try {
    if (isAsked) answer = parse(request.list);
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify({ id, ...answer }));
}
