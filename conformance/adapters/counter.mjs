// A program that only counts, as registration forms do: sizes, copies of a title in a deck and in
// the team, the pool. It knows no cards but basic lands, and says so by `unsupported`.

import { createInterface } from "node:readline";

const BASIC = /^(Snow-Covered )?(Plains|Island|Swamp|Mountain|Forest)$|^Wastes$/;
const FREE = /^(Plains|Island|Swamp|Mountain|Forest)$/;
const LIMITED = ["sealed", "booster-draft"];
const COUNTED = /^(sizes|unified|pools|no-title-twice)\/|^copies\/(four|basic-lands)\//;

const size = (cards = []) => cards.reduce((sum, { count }) => sum + count, 0);

const count = (...lists) => {
  const titles = new Map();
  for (const { name, count } of lists.flat()) titles.set(name, (titles.get(name) ?? 0) + count);
  return titles;
};

const tooMany = (code, titles, limit, except) =>
  [...titles]
    .filter(([card, count]) => !except.test(card) && count > limit(card))
    .map(([card, count]) => ({ code, card, count, limit: limit(card) }));

function* violations({ format, structure, as_of, policy, decks, pool }) {
  const heads = structure === "two-headed-giant";
  const limited = LIMITED.includes(format);
  const least = limited ? 40 : 60;
  if (heads && decks.length !== 2) yield { code: "deck-count", count: decks.length, limit: 2 };
  for (const { main, sideboard } of decks) {
    const cards = size(main);
    const side = size(sideboard);
    if (cards < least) yield { code: "main-too-small", count: cards, limit: least };
    if (limited || !side) continue;
    if (heads) yield { code: "sideboard-not-allowed", count: side, limit: 0 };
    else if (side > 15) yield { code: "sideboard-too-large", count: side, limit: 15 };
  }
  const single = decks.map(({ main, sideboard = [] }) => count(main, sideboard));
  const team = count(...decks.flatMap(({ main, sideboard = [] }) => [main, sideboard]));
  if (limited) {
    if (!pool) return;
    const opened = count(pool.main);
    yield* tooMany("pool-exceeded", team, (card) => opened.get(card) ?? 0, FREE);
  } else if (heads && !(policy === "tournament" && as_of >= "2016-07-22")) {
    yield* tooMany("combined-copies", team, () => 4, BASIC);
  } else {
    for (const [card] of team)
      if (!BASIC.test(card) && single.filter((deck) => deck.has(card)).length > 1)
        yield { code: "shared-card", card };
    for (const deck of single) yield* tooMany("deck-copies", deck, () => 4, BASIC);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, request } = JSON.parse(line);
  if (!COUNTED.test(id)) console.log(JSON.stringify({ id, unsupported: true }));
  else {
    const found = [...violations(request)];
    console.log(JSON.stringify({ id, legal: !found.length, violations: found }));
  }
}
