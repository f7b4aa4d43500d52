import type { Refused, Report, Team } from "./client.js";

export interface Words {
  check: string;
  checking: string;
  legal: string;
  illegal: string;
  line: string;
  failed: string;
}

export class HeadjudgeCheck extends HTMLElement {
  /** Words in place of its own, which are those of the nearest `lang`. */
  words: Partial<Words>;
  readonly language: string;
  readonly lists: HTMLTextAreaElement[];
  readonly team: Team;
  check(): Promise<Report | null>;
}

declare global {
  interface HTMLElementTagNameMap {
    "headjudge-check": HeadjudgeCheck;
  }
  interface HTMLElementEventMap {
    "headjudge-report": CustomEvent<Report>;
    "headjudge-problem": CustomEvent<Refused | Error>;
  }
}
