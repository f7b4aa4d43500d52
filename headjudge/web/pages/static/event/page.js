// What the modules have in common: the parts of the page, and what is read of its rows.

export const at = (id) => document.getElementById(id);
export const rows = at("rows");
export const said = at("said");
export const PATIENCE = 500; // milliseconds without a key

// The row that is open, if one is.
export const shown = { row: null };

export const number = (id) => Number(id.replace("team-", ""));
export const folded = (text) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();
export const nameOf = (row) => row.querySelector(".named strong").textContent;

export function made(name, values) {
  return Object.assign(document.createElement(name), values);
}
