// A record: findings at their lines, the board at that line, a slider through the game, charts of its numbers.
import { beginTable, head, pasting, told } from "./app.js";
import { boardAndPanel, loadBoard } from "./board.js";
import { button, el, replaceInside } from "./dom.js";
import { sideTag } from "./ending.js";
import { call, get } from "./server.js";
import { facts as words, lang, t } from "./words.js";

const STEP = 380; // milliseconds between two stops while the game runs

export async function show(main, [name]) {
  if (name) {
    const { view } = await get(`/api/tables/${encodeURIComponent(name)}?lang=${lang()}`);
    return new RecordScreen(main, await loadBoard(), await call("record", { text: view.text }), name).leave;
  }
  head(t("check-record"));
  const { tables } = await get("/api/tables"), games = tables.filter(table => table.kind === "game");
  let screen = null;
  const check = async text => { screen = new RecordScreen(main, await loadBoard(), await call("record", { text }), null); };
  main.replaceChildren(el("div", { class: "column" },
    games.length > 0 && el("section", {}, el("h2", {}, t("record-of")), el("ul", { class: "tables" }, ...games.map(game =>
      el("li", {}, el("a", { class: "table", href: `#/record/${encodeURIComponent(game.name)}` }, el("b", {}, game.title || game.name)))))),
    pasting("game", t("check-record"), check, { "data-key": "check" })));
  return () => screen?.leave();
}

class RecordScreen {
  constructor(main, data, record, name) {
    Object.assign(this, { record, name, at: record.stops.length - 1, running: null, boards: new Map() }, boardAndPanel(main, data, t("record"), () => {}));
    this.leave = () => this.stop();
    head(t("record"), { back: name ? `#/t/${encodeURIComponent(name)}` : "#/record" });
    this.build();
    this.go(this.at);
  }
  build() {
    const { record } = this, by = new Map();
    const worst = [...record.findings].sort((one, other) => (other.severity === "error") - (one.severity === "error"));
    for (const finding of worst) by.set(finding.line, [...(by.get(finding.line) ?? []), finding]);
    const last = Math.max(0, record.stops.length - 1);
    this.slider = el("input", { type: "range", min: 0, max: last, value: last, "aria-label": t("slider"), class: "slider", oninput: event => this.go(Number(event.target.value)) });
    const hold = step => ({ onpointerdown: () => this.run(step), onpointerup: () => this.stop(), onpointerleave: () => this.stop(), oncontextmenu: event => event.preventDefault(),
      onclick: event => { if (!event.detail) this.go(this.at + step); } });
    this.label = el("p", { class: "stop", "aria-live": "polite" });
    this.changes = el("ul", { class: "done" });
    const errors = record.findings.filter(finding => finding.severity === "error").length;
    replaceInside(this.panel,
      record.stops.length > 0 && el("div", { class: "player" },
        el("button", { type: "button", "aria-label": t("stop-before"), ...hold(-1), "data-key": "before" }, "◀"), this.slider,
        el("button", { type: "button", "aria-label": t("stop-next"), ...hold(1), "data-key": "next" }, "▶")),
      this.label, this.changes,
      record.stops.length > 0 && el("div", { class: "row" }, button(t("end-from-here"), () => this.begin(), { "data-key": "begin" })),
      record.result && el("p", { class: "verdict" }, record.result), 
      errors ? button(t("record-findings", { n: errors }), () => this.panel.querySelector(".wrong")?.scrollIntoView({ block: "center" }), { "data-key": "first-error" }) : el("p", {}, t("record-findings", { n: 0 })),
      el("ol", { class: "lines" }, ...(record.lines.at(-1) === "" ? record.lines.slice(0, -1) : record.lines).map((text, at) => this.line(text, at + 1, by.get(at + 1) ?? []))),
      ...(by.get(null) ?? []).map(told),
      el("section", { class: "charts" }, ...record.charts.map(chart => { const holder = el("div", {}); holder.innerHTML = chart.svg; return el("figure", {}, el("figcaption", {}, el("b", {}, chart.title), " ", el("span", { class: "now", "data-chart": chart.name })), holder); })),
      this.name && el("a", { class: "button", href: `/api/tables/${encodeURIComponent(this.name)}/file`, download: this.name }, t("share")));
  }
  line(text, number, findings) {
    const stop = this.record.stops.findLastIndex(one => one.line === number);
    const shown = stop >= 0 ? button(text || " ", () => this.go(stop), { class: "jump", "data-line": number }) : el("code", {}, text || " ");
    return el("li", { value: number, class: findings.some(one => one.severity === "error") ? "wrong" : "", "data-at": number }, shown, ...findings.map(told));
  }
  run(step) {
    this.go(this.at + step);
    this.stop();
    this.running = setInterval(() => this.go(this.at + step), STEP);
  }
  stop() { clearInterval(this.running); this.running = null; }
  // A decade end that begins with the board as it is here.
  async begin() {
    const { position } = await this.boardAt(this.at);
    await beginTable({ kind: "position", from: { text: position } });
  }
  async boardAt(at) {
    if (!this.boards.has(at)) this.boards.set(at, await call("record-board", { text: this.record.text, number: at }));
    return this.boards.get(at);
  }
  async go(at) {
    const { stops } = this.record;
    if (!stops.length || at < 0 || at >= stops.length) { this.stop(); return; }
    this.at = at;
    this.slider.value = at;
    const stop = stops[at];
    this.label.textContent = [words().decades[stop.decade], stop.phase ? `${t("decade-end")} ${stop.phase}: ${stop.title}` : this.record.lines[stop.line - 1] ?? t("begin")].join(" · ");
    for (const line of this.panel.querySelectorAll("[data-at]")) line.classList.toggle("here", Number(line.dataset.at) === stop.line);
    for (const line of this.panel.querySelectorAll("[id^=now-]")) line.setAttribute("transform", `translate(${at * Number(line.dataset.step ?? 0)} 0)`);
    for (const chart of this.record.charts) {
      const numbers = chart.values.map(series => series[at]), now = this.panel.querySelector(`[data-chart=${chart.name}]`);
      now.replaceChildren(...(numbers.length === 1 ? [String(numbers[0])] : ["west", "east"].flatMap((side, one) => [sideTag(side), ` ${numbers[one]} `])));
    }
    const { pieces, changes } = await this.boardAt(at);
    if (this.at !== at) return;
    this.board.setPieces(pieces);
    this.changes.replaceChildren(...changes.map(change => el("li", {}, change)));
  }
}
