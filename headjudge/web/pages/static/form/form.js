// Nothing here is needed: the form works without. Each module adds one thing to it.
// They speak to each other by events of the form: `input` when a value changes, whoever
// changes it, and `filled` when its fields were put in place of others.

import * as completion from "./completion.js";
import * as fitting from "./fitting.js";
import * as keeping from "./keeping.js";
import * as live from "./live.js";
import * as marking from "./marking.js";
import * as mending from "./mending.js";
import * as opening from "./opening.js";
import * as passing from "./passing.js";
import * as printing from "./printing.js";

// What fills the form comes last, when the others listen.
const form = document.getElementById("form");
for (const part of [fitting, live, marking, mending, passing, printing, completion, keeping, opening]) {
  part.start(form);
}
