import { Client, Refused } from "headjudge";

const client = new Client("http://127.0.0.1:8000");
try {
  const report = await client.validate({
    format: "modern",
    as_of: "2024-10-01",
    decks: [
      { player: "Ann", list: "4 Naturalize\n56 Forest" },
      { player: "Ben", list: "2 Naturalize\n58 Forest" },
    ],
  });
  for (const violation of report.violations) console.log(violation.message, violation.fix);
  const decks = [{ list: "60 Forest" }, { list: "60 Island" }];
  const teams = [1, 2].map((id) => ({ id, format: "modern", as_of: "2024-10-01", decks }));
  for await (const { id, report } of client.batch(teams)) {
    console.log(id, report?.legal, report?.ruleset.as_of);
  }
  const banlist = await client.get("/v1/banlists/{id}", { id: "modern", as_of: "2024-10-01" });
  console.log(banlist.format);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  for (const fault of error.problem.errors ?? []) console.error(fault.pointer, fault.detail);
}
