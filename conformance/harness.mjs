// A harness without Headjudge: node harness.mjs PROGRAM [ARGUMENT...] holds a program to the suite.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const cases = ["required", "alternatives", "optional"].flatMap((level) =>
  readdirSync(join(import.meta.dirname, level)).flatMap((name) => {
    const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, level, name), "utf8"));
    return groups.flatMap(({ operation, cases }) => cases.map((one) => ({ level, operation, ...one })));
  }),
);

const [program, ...options] = process.argv.slice(2);
const asked = cases.map(({ id, operation, request }) => JSON.stringify({ id, operation, request }));
const run = spawnSync(program, options, { input: asked.join("\n") + "\n", maxBuffer: 2 ** 28 });
const lines = String(run.stdout ?? "").split("\n").filter(Boolean);
const answers = new Map(lines.map((line) => JSON.parse(line)).map((answer) => [answer.id, answer]));

const has = (violation, expected) =>
  Object.entries(expected).every(([member, value]) => isDeepStrictEqual(violation[member], value));

function outcome({ id, expect }) {
  const answer = answers.get(id);
  if (answer?.unsupported) return "unsupported";
  if (!answer) return "failed";
  const { violations, ...others } = expect;
  if (!has(answer, others)) return "failed";
  if (!violations || !answer.violations) return violations ? "verdict alone" : "passed";
  const rest = [...answer.violations];
  for (const expected of violations) {
    const at = rest.findIndex((violation) => has(violation, expected));
    if (at < 0) return "failed";
    rest.splice(at, 1);
  }
  return rest.length ? "failed" : "passed";
}

const totals = {};
for (const one of cases) {
  const result = outcome(one);
  if (result === "failed" && one.level === "required") console.log(one.id);
  (totals[one.level] ??= {})[result] = (totals[one.level][result] ?? 0) + 1;
}
console.log(JSON.stringify(totals));
process.exitCode = totals.required.failed ? 1 : 0;
