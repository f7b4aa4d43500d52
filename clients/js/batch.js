/** An answer for each team, in the same order, as they arrive; every report has its ruleset. */
export async function* validateBatch(client, teams, query = {}, signal) {
  const answer = await client.send("/v1/validate/batch", query, signal, {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson", Accept: "application/x-ndjson" },
    body: Array.from(teams, (team) => `${JSON.stringify(team)}\n`).join(""),
  });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let ruleset;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.map((text) => JSON.parse(text))) {
      if (line.report) ruleset = line.report.ruleset ??= ruleset;
      yield line;
    }
  }
}
