import type { components, paths } from "./contract.js";

type Schemas = components["schemas"];
export type Team = Schemas["Team"];
export type Report = Schemas["Report"];
export type Problem = Schemas["Problem"];
export type BatchLine = Schemas["BatchLine"];
export type BatchAnswer = Schemas["BatchAnswer"];

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type Having<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path][Method] extends { responses: { 200: infer Answer } }
    ? Json<Answer> extends never ? never : Path
    : never;
}[keyof paths];
type Answer<Operation> = Operation extends { responses: { 200: infer Body } } ? Json<Body> : never;
type Body<Operation> = Operation extends { requestBody?: infer Sent } ? Json<Sent> : never;
type In<Operation, Place extends "path" | "query"> = Operation extends {
  parameters: { [place in Place]?: infer Named };
} ? ([Named] extends [undefined] ? {} : NonNullable<Named>) : {};

export interface Options {
  /** The language of messages, as BCP 47 has it. */
  language?: string;
  /** Milliseconds; without a `signal` of the call. */
  timeout?: number;
  /** How often a request is repeated while the service is busy or not reached; by default 4 times. */
  retries?: number;
}

export class Refused extends Error {
  readonly problem: Problem;
  readonly status: number;
  readonly requestId: string | null;
}

/** Every method throws Refused for a problem document, and what `fetch` throws. */
export class Client {
  readonly url: string;
  constructor(url: string, options?: Options);
  validate(
    team: Team,
    query?: In<paths["/v1/validate"]["post"], "query">,
    signal?: AbortSignal,
  ): Promise<Report>;
  /** An answer for each team, in the same order; a team at fault is answered with its problem. */
  batch(
    teams: Iterable<BatchLine>,
    query?: In<paths["/v1/validate/batch"]["post"], "query">,
    signal?: AbortSignal,
  ): AsyncGenerator<BatchAnswer, void>;
  /** Throws TypeError for a path whose parameters are missing. */
  get<Path extends Having<"get">>(
    path: Path,
    parameters?: In<paths[Path]["get"], "path"> & In<paths[Path]["get"], "query">,
    signal?: AbortSignal,
  ): Promise<Answer<paths[Path]["get"]>>;
  post<Path extends Having<"post">>(
    path: Path,
    document: Body<paths[Path]["post"]>,
    query?: In<paths[Path]["post"], "query">,
    signal?: AbortSignal,
  ): Promise<Answer<paths[Path]["post"]>>;
}
