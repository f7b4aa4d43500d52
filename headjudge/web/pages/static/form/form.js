// Nothing here is needed: the form works without. Each module adds one thing to it.
// They speak to each other by events of the form: `input` when a value changes, whoever
// changes it, and `filled` when its fields were put in place of others.

import * as editors from "./editors.js";
import * as findings from "./findings.js";
import * as fitting from "./fitting.js";
import * as keeping from "./keeping.js";
import * as live from "./live.js";
import * as opening from "./opening.js";
import * as passing from "./passing.js";

// What fills the form comes last, when the others listen. In a row of an event the form has the
// lists of one team alone, which the page of the event keeps; there the form of all teams names the
// usual rule.
const form = document.getElementById("form");
const ofThePage = "embedded" in form.dataset ? [{ start: fitting.startUsual }] : [fitting, keeping];
for (const part of [editors, live, findings, passing, ...ofThePage, opening]) {
  part.start(form);
}
