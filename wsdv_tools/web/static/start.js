// The first screen: go on with something, or begin something; and the ways to begin.
import { beginTable, changeLanguage, head, pasting } from "./app.js";
import { button, el, svgEl } from "./dom.js";
import { call, get } from "./server.js";
import { facts, lang, t } from "./words.js";

const MOST_TABLES = 12, MOST_GAMES = 6;

export async function show(main, [what], name) {
  if (name === "new") return begin(main, what);
  const select = el("select", { "aria-label": t("language"), onchange: event => changeLanguage(event.target.value) },
    ...Object.entries(facts().languages).map(([code, own]) => el("option", { value: code, selected: code === lang() }, own)));
  head("", { back: null, more: [select] });
  const [{ tables }, join] = await Promise.all([get("/api/tables"), get("/api/join").catch(() => null)]);
  main.replaceChildren(el("div", { class: "column start" },
    el("p", { class: "lead" }, t("lead")),
    tables.length > 0 && el("section", {}, el("h2", {}, t("go-on")), listed(tables.slice(0, MOST_TABLES)), older(tables.slice(MOST_TABLES))),
    el("section", { class: "doors" },
      door("#/new/position", "end", "decade-end-now", "decade-end-now-what"),
      door("#/new/game", "game", "new-game", "new-game-what"),
      door("#/record", "check", "check-record", "check-record-what"),
      door("#/lookup", "look", "look-up", "look-up-what"),
      door("#/print", "print", "print", "print-what")),
    join?.address && joining(join)));
}

const listed = (tables, to) => el("ul", { class: "tables" }, ...tables.map(table => entry(table, to)));
const older = (tables, to) => tables.length > 0 && el("details", { class: "older" }, el("summary", {}, t("go-on-older")), listed(tables, to));
const entry = (table, to = "#/t") => el("li", {}, el("a", { href: `${to}/${encodeURIComponent(table.name)}`, class: "table" },
  el("b", {}, table.title || table.name), el("small", {}, `${t(`kind-${table.kind}`)} · ${when(table.changed)}`)));

function when(changed) {
  const date = typeof changed === "number" ? new Date(changed * 1000) : new Date(changed);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}

const SIGNS = {
  end: "M4 20V10l5 4v-4l5 4v-4l6 4v6zM8 7a3 3 0 0 1 5-2 3 3 0 0 1 5 0",
  game: "M7 4h9a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM9 8h5M9 12h5M19 7l2 1-3 11",
  check: "M5 4h10l4 4v12H5zM9 13l2.5 2.5L16 10",
  look: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
  print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z",
};
const sign = name => svgEl("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svgEl("path", { d: SIGNS[name] }));
const door = (href, name, title, what) => el("a", { href, class: "door" },
  sign(name), el("span", {}, el("b", {}, t(title)), el("small", {}, t(what))));

function joining({ address, qr_svg: picture }) {
  const qr = el("div", { class: "qr", role: "img", "aria-label": t("join") });
  qr.innerHTML = picture ?? "";
  return el("section", { class: "join" }, qr, el("div", {}, el("h2", {}, t("join")), el("p", {}, t("join-how")), el("code", {}, address)));
}

// A new table: from nothing, from the set-up, or from a text that somebody has.
async function begin(main, kind) {
  const games = kind === "position" ? (await get("/api/tables")).tables.filter(table => table.kind === "game") : [];
  head(t(kind === "game" ? "new-game" : "decade-end-now"));
  const add = from => beginTable({ kind, ...(from ? { from } : {}) });
  main.replaceChildren(el("div", { class: "column" },
    el("section", { class: "choices" },
      button(t(kind === "game" ? "new-game-begin" : "from-empty"), () => add(null), { class: "go" }),
      kind === "position" && button(t("from-setup"), async () => add(await call("new-position", { setup: true })))),
    games.length > 0 && el("section", {}, el("h2", {}, t("from-record")), el("p", { class: "hint" }, t("from-record-how")),
      listed(games.slice(0, MOST_GAMES), "#/record"), older(games.slice(MOST_GAMES), "#/record")),
    pasting(kind, t("from-text-go"), text => add({ text }))));
}
