import type { Client, Report } from "./client.js";
import type { components, paths } from "./contract.js";

type Schemas = components["schemas"];
export type BatchLine = Schemas["BatchLine"];
export type BatchAnswer = Omit<Schemas["BatchAnswer"], "report"> & { report?: Report };

/** An answer for each team, in the same order; a team at fault is answered with its problem. */
export function validateBatch(
  client: Client,
  teams: Iterable<BatchLine>,
  query?: paths["/v1/validate/batch"]["post"]["parameters"]["query"],
  signal?: AbortSignal,
): AsyncGenerator<BatchAnswer, void>;
