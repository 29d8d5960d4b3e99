// A translator's preview: cards, sheets and findings of one language file, shown again whenever it is saved.
import { byId, button, el, replaceInside, say } from "./dom.js";
import { Away, enter, get, onOnline, Refused } from "./server.js";
import { speak, t } from "./words.js";

const MANY = 60; // findings of one cause that are folded up
const PARTS = ["cards", "sheets", "findings"];
const open = new Map(); // causes that somebody has folded or unfolded
const pictures = new Map(); // the figures by name: what has not changed stays as it is
let state = null, part = "cards";
const parts = {};

function told(finding) {
  return el("article", { class: `finding ${finding.severity}` },
    finding.where && el("code", { class: "where" }, finding.where),
    el("p", {}, finding.message),
    ...finding.notes.map(note => el("p", { class: "hint" }, note)),
    ...finding.help.map(help => el("p", { class: "hint" }, help)));
}

function figure(picture, findings) {
  const now = JSON.stringify([picture, findings.map(finding => finding.message)]);
  const before = pictures.get(picture.name);
  if (before?.now === now) return before.shown;
  const source = `/api/preview/${encodeURIComponent(picture.name)}.svg?v=${encodeURIComponent(picture.tag)}`;
  const shown = el("figure", { "data-name": picture.name, class: findings.some(finding => finding.severity === "error") ? "wrong" : "" },
    el("a", { href: source, target: "_blank" }, el("img", { src: source, alt: picture.title, loading: "lazy" })),
    el("figcaption", {}, picture.title), ...findings.map(told));
  pictures.set(picture.name, { now, shown });
  return shown;
}

function group({ cause, findings }) {
  const isOpen = open.get(cause) ?? findings.length <= MANY;
  const list = el("div");
  const fill = () => { if (!list.children.length) list.append(...findings.map(told)); };
  if (isOpen) fill();
  return el("details", { open: isOpen, ontoggle: event => { open.set(cause, event.target.open); if (event.target.open) fill(); } },
    el("summary", { "data-key": cause }, `${cause} (${findings.length})`), list);
}

function choose(name) {
  part = name;
  byId("main").dataset.part = name;
  for (const key of PARTS) parts[key].tab.setAttribute("aria-pressed", key === name);
}

function tell(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function draw() {
  const all = state.groups.flatMap(({ findings }) => findings);
  const about = name => all.filter(finding => finding.picture === name && finding.code !== "missing");
  const shown = kind => state.pictures.filter(({ name }) => name.startsWith(kind)).map(picture => figure(picture, about(picture.name)));
  document.title = `${state.file} · ${t("preview")}`;
  replaceInside(byId("head"), el("h1", {}, `${t("preview")}: ${state.file}`), el("small", {}, t("preview-done", { done: state.done, n: state.strings })));
  tell(state.old ? t(state.pictures.length ? "preview-old" : "preview-empty") : "");
  replaceInside(parts.cards.body, ...shown("card-"));
  replaceInside(parts.sheets.body, ...shown("sheet-"));
  replaceInside(parts.findings.body, ...(all.length ? state.groups.map(group) : [el("p", {}, t("preview-none"))]));
  parts.findings.tab.textContent = `${t("preview-findings")} (${all.filter(finding => finding.code !== "missing").length})`;
  document.body.dataset.version = state.version;
}

async function load() {
  const before = state, isFirst = before === null;
  state = await get("/api/preview");
  if (isFirst) {
    await speak(state.lang);
    for (const key of PARTS) parts[key] = { tab: button(t(`preview-${key}`), () => choose(key), { "data-key": key }), body: el("section", { class: key, "aria-label": t(`preview-${key}`), tabindex: "0" }) };
    byId("main").className = "preview";
    byId("main").replaceChildren(el("nav", { class: "tabs" }, ...PARTS.map(key => parts[key].tab)), ...PARTS.map(key => parts[key].body));
    choose(part);
  }
  draw();
  if (!isFirst && before.version !== state.version) say(t("preview-drawn"));
}

// If the program has ended, nobody answers; if it was restarted, it needs its new link.
function listen() {
  const again = () => load().catch(error => { if (error instanceof Refused) tell(error.message); });
  const events = new EventSource("/api/preview/events");
  events.onmessage = event => { if (JSON.parse(event.data).version !== state.version) again(); };
  events.onerror = again;
}

onOnline(now => { if (state) tell(now ? "" : t("offline")); });

async function begin() {
  try {
    await enter();
    await load();
    listen();
  } catch (error) {
    if (error instanceof Refused) byId("main").textContent = error.message;
    else if (error instanceof Away) setTimeout(begin, 1500);
    else throw error;
  }
}
begin();
