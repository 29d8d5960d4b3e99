// The page: which screen is shown follows from the address, so that a reload comes back to it.
import { byId, button, el, nameClose, replaceInside } from "./dom.js";
import { askIn, Away, enter, onOnline, post, Refused } from "./server.js";
import { lang, speak, speakPreferred, t } from "./words.js";

const SCREENS = {
  "": () => import("./start.js"),
  new: () => import("./start.js"),
  t: () => import("./table.js"),
  record: () => import("./record.js"),
  lookup: () => import("./lookup.js"),
  print: () => import("./print.js"),
};
const MOST_FINDINGS = 4; // shown at once for a text that cannot be read
let leave = () => {};

export const go = path => { location.hash = path; };

// The head of a screen: the way back, its title, and what else it has.
export function head(title, { back = "#/", more = [] } = {}) {
  document.title = title ? `${title} · Wir sind das Volk!` : "Wir sind das Volk!";
  replaceInside(byId("head"),
    back && el("a", { class: "back", href: back, "aria-label": t("back") }, "‹"),
    el("h1", {}, title || "Wir sind das Volk!"),
    ...more);
}

// Begins a table, and shows it.
export async function beginTable(wanted) {
  const { name } = await post("/api/tables", wanted);
  go(`#/t/${encodeURIComponent(name)}`);
}

// A text that somebody pastes or takes from a file, and what is done with it.
const ACCEPTED = { game: ".wsdv,.txt", position: ".yaml,.yml,.json,.wsdv" };
export function pasting(kind, label, take, props = {}) {
  const text = el("textarea", { rows: 8, spellcheck: "false", "aria-label": t("paste"), placeholder: t(`paste-${kind}`) });
  const file = el("input", { type: "file", accept: ACCEPTED[kind], class: "file", onchange: async event => {
    const [first] = event.target.files;
    if (first) text.value = await first.text();
  } });
  const use = () => (text.value.trim() ? take(text.value) : notice(t("paste-nothing")));
  return el("section", {}, el("h2", {}, t("from-text")), text,
    el("div", { class: "row" }, button(label, use, { class: "go", ...props }), el("label", { class: "button" }, t("from-file"), file)));
}

// What went wrong, in words; it stays until it is dismissed.
export function notice(text, rule = null, more = []) {
  const box = byId("notice");
  if (!text) { box.hidden = true; box.replaceChildren(); return; }
  box.replaceChildren(el("div", {}, el("p", {}, text), ...more.map(one => el("p", {}, one)), rule && el("details", {}, el("summary", {}, rule.title), el("p", {}, rule.text))),
    button("✕", () => notice(""), { "aria-label": t("close"), class: "close" }));
  box.hidden = false;
}
export const refusal = error => {
  const [first, ...others] = error.findings?.length ? error.findings.slice(0, MOST_FINDINGS).map(placed) : [joined(error.sentence || t("failed"), error.help ?? [])];
  notice(error.code === "overtaken" ? t("overtaken") : first, error.rule, others);
};
const capital = text => text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);
const joined = (text, help) => [text, ...help.map(capital)].join(" ");
const placed = ({ line, message, help }) => (line ? t("at-line", { n: line, text: joined(message, help) }) : joined(message, help));

// What a sentence has between backticks is typed like that.
const typed = text => text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));

// A finding about a file: its sentence, and on demand its rule and what helps.
export const told = finding => el("details", { class: `finding ${finding.severity}` },
  el("summary", {}, el("b", {}, t(`severity-${finding.severity}`)), " ", ...typed(finding.message)),
  finding.rule && el("p", {}, el("b", {}, finding.rule.title), ` ${finding.rule.text}`),
  ...[...(finding.notes ?? []), ...finding.help].map(text => el("p", {}, ...typed(capital(text)))));

// One screen after the other: a late one must not cover the one that was asked for since.
let isShowing = false, isWanted = false;
async function show() {
  isWanted = true;
  if (isShowing) return;
  isShowing = true;
  try {
    while (isWanted) { isWanted = false; await showOne(); }
  } finally { isShowing = false; }
}

async function showOne() {
  leave();
  leave = () => {};
  notice("");
  byId("sheet").close();
  const [, name = "", ...rest] = location.hash.split("/");
  const screen = SCREENS[name] ?? SCREENS[""];
  const main = byId("main");
  try {
    const module = await screen();
    main.className = name || "start";
    leave = (await module.show(main, rest.map(decodeURIComponent), name)) ?? (() => {});
    if (!isWanted) document.body.dataset.ready = location.hash || "#/";
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return locked(main);
    if (error instanceof Refused) { refusal(error.error); if (!main.children.length) go("#/"); return; }
    if (error instanceof Away) { setTimeout(show, 1500); return; }
    throw error;
  }
}

function locked(main) {
  head("", { back: null });
  main.replaceChildren(el("section", { class: "column" }, el("h2", {}, t("locked")), el("p", {}, t("locked-how"))));
}

function tellOnline(now) {
  document.body.classList.toggle("offline", !now);
  byId("said").classList.remove("shown");
  notice(now ? "" : t("offline"));
}

// What somebody asked for and did not get: refused in words, or nobody answers, which has been said already.
window.addEventListener("unhandledrejection", event => {
  if (event.reason instanceof Refused) refusal(event.reason.error);
  if (event.reason instanceof Refused || event.reason instanceof Away) event.preventDefault();
});

export async function changeLanguage(code) {
  await speak(code);
  await show();
}

async function begin() {
  askIn(lang);
  nameClose(() => t("close"));
  try {
    await enter();
    await speakPreferred();
  } catch (error) {
    if (error instanceof Refused) { byId("main").textContent = error.message; return; }
    setTimeout(begin, 1500);
    return;
  }
  onOnline(tellOnline); // there are words for it now
  window.addEventListener("hashchange", show);
  await show();
}
begin();
