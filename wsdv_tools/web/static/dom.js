// Small tools for making elements.
export const byId = id => document.getElementById(id);

export function el(tag, props = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...inside.flat().filter(part => part !== null && part !== undefined && part !== false));
  return element;
}

export const button = (label, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, label);

const SVG = "http://www.w3.org/2000/svg";
export function svgEl(tag, props = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value != null) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

// Said to screen readers, and shown for a moment.
let hiding;
export function say(text) {
  const said = byId("said");
  said.textContent = text;
  said.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => said.classList.remove("shown"), 2200);
}

// Nothing is drawn under a finger: what is pressed must still be there when it is let go, or the tap is lost.
const LONGEST_PRESS = 800; // milliseconds; holding a button longer is not a tap
let pressed = null, freed = [];
const free = () => { clearTimeout(pressed); pressed = null; for (const go of freed.splice(0)) go(); };
addEventListener("pointerdown", () => { clearTimeout(pressed); pressed = setTimeout(free, LONGEST_PRESS); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => pressed && setTimeout(free), true); // after the click
export const released = () => (pressed ? new Promise(go => { freed.push(go); }) : null);

// Puts new content in place of the old, and leaves the focus where it was. Where that is gone, keyboard users
// continue with the first thing that can be done.
const NEXT = ["[data-do]", ".go", "button"].map(one => `${one}:not(:disabled)`);
export function replaceInside(parent, ...inside) {
  const had = parent.contains(document.activeElement) ? document.activeElement : null, hasKeys = had?.matches(":focus-visible");
  const top = parent.scrollTop;
  parent.replaceChildren(...inside.flat().filter(part => part !== null && part !== undefined && part !== false));
  parent.scrollTop = top;
  const same = had?.dataset.key && parent.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]:not(:disabled)`);
  const next = same || (hasKeys && NEXT.map(one => parent.querySelector(one)).find(Boolean));
  if (next) next.focus({ preventScroll: Boolean(same) });
}

// A sheet over the page: for choosing among a few things, or for reading a rule.
export function openSheet(title, ...inside) {
  const sheet = byId("sheet");
  const head = el("h2", { id: "sheet-title" }, title);
  const close = el("button", { type: "button", class: "close", onclick: () => sheet.close(), "aria-label": closeWord() }, "✕");
  sheet.replaceChildren(el("div", { class: "sheet-head" }, head, close), el("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-labelledby": "sheet-title" }, ...inside));
  sheet.setAttribute("aria-labelledby", "sheet-title");
  sheet.onclick = event => { if (event.target === sheet) sheet.close(); };
  if (!sheet.open) sheet.showModal();
  return sheet;
}
export const closeSheet = () => byId("sheet").open && byId("sheet").close();
let closeWord = () => "";
export const nameClose = word => { closeWord = word; };
