import type { components, paths } from "./contract.js";

type Schemas = components["schemas"];
export type Team = Schemas["Team"];
export type Report = Schemas["Report"];
export type Problem = Schemas["Problem"];

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
}

export class Refused extends Error {
  readonly problem: Problem;
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
  get<Path extends Having<"get">>(
    path: Path,
    parameters?: In<paths[Path]["get"], "path"> & In<paths[Path]["get"], "query">,
    signal?: AbortSignal,
  ): Promise<Answer<paths[Path]["get"]>>;
  /** The response to a request; throws Refused unless it succeeded. */
  send(
    path: keyof paths,
    query: Record<string, unknown>,
    signal: AbortSignal | undefined,
    request: RequestInit,
  ): Promise<Response>;
  post<Path extends Having<"post">>(
    path: Path,
    document: Body<paths[Path]["post"]>,
    query?: In<paths[Path]["post"], "query">,
    signal?: AbortSignal,
  ): Promise<Answer<paths[Path]["post"]>>;
}
