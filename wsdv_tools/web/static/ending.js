// A decade end, phase by phase: the sum, who decides, what is possible, and at the end what to change on the table.
import { beginTable, head } from "./app.js";
import { boardAndPanel } from "./board.js";
import { button, el, openSheet, replaceInside } from "./dom.js";
import { facts as words, t } from "./words.js";

const sentences = all => all.map(one => (/[.!?]$/.test(one) ? one : `${one}.`)).join(" ");
export const sideTag = (side, name = words().sides[side]) => el("span", { class: `side ${side}` }, name);

// A question with its options, shown in a panel and lit on the board; used by decade ends and by plays.
export class Asking {
  constructor(board, take, hint) { Object.assign(this, { board, take, hint, at: null, key: "", hints: new Map() }); }
  // The places of the options; a new question is framed on the board.
  light(pending) {
    const key = pending ? JSON.stringify([pending.question, pending.options.map(option => option.do)]) : "";
    const isNew = key !== this.key;
    this.key = key;
    if (isNew) { this.at = null; this.hints.clear(); }
    const taps = [...new Set((pending?.options ?? []).map(option => option.tap).filter(Boolean))];
    this.board.kinds = new Set();
    this.board.light(taps, this.at, isNew && innerWidth < 1200);
    return isNew;
  }
  tapped(target, pending, render) {
    const meant = pending?.options.filter(option => option.tap === target.id) ?? [];
    if (meant.length === 1) return this.take(meant[0].do);
    this.at = target.id;
    return render();
  }
  panel(pending, render, canHint = true) {
    const options = this.at ? pending.options.filter(option => option.tap === this.at) : pending.options;
    const groups = new Map();
    for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    return el("section", { class: `asking ${pending.side}` },
      el("p", { class: "who" }, sideTag(pending.side, pending.who), " ", el("b", { class: "question" }, pending.question)),
      this.hints.size > 0 && el("p", { class: "hint", "aria-live": "polite" }, t("hint-title"), this.shared.length > 0 && ` ${t("hint-all", { text: sentences(this.shared) })}`),
      ...[...groups].flatMap(([group, inside]) => [group && el("h3", {}, group),
        el("div", { class: this.hints.size ? "options long" : "options" }, ...inside.map(option => this.option(option)))]),
      el("div", { class: "row" },
        this.at && button(t("all-options"), () => { this.at = null; render(); }),
        pending.pass && button([t("pass"), this.leads("none")], () => this.take("none"), { class: "pass", "data-do": "none", "data-key": "pass" }),
        canHint && button(t("hint"), () => this.look(pending, render), { "data-key": "hint", disabled: this.hints.size > 0 }),
        button(t("why"), () => this.why(pending), { "data-key": "why" })));
  }
  option(option) {
    const hint = () => this.board.hint(option.at);
    return button([option.label, this.leads(option.do)], () => this.take(option.do), { class: "option", "data-do": option.do, "data-key": option.do, onpointerenter: hint, onfocus: hint });
  }
  // What each option leads to, one after the other; a player who goes on stops asking.
  async look(pending, render) {
    const { key } = this, all = [...pending.options.map(option => option.do), ...(pending.pass ? ["none"] : [])];
    for (const step of all) {
      const { says } = await this.hint(step);
      if (this.key !== key) return;
      this.hints.set(step, says);
      render();
    }
  }
  get shared() { // what is true whatever is chosen
    const [first = [], ...others] = this.hints.values();
    return first.filter(one => others.every(says => says.includes(one)));
  }
  leads(step) {
    const { shared } = this, own = (this.hints.get(step) ?? []).filter(one => !shared.includes(one));
    return own.length > 0 && el("small", { class: "leads" }, sentences(own));
  }
  why(pending) {
    openSheet(t("why"), ...pending.why.map(rule => el("section", {}, el("h3", {}, rule.title), el("p", {}, rule.text))));
  }
}

export const sums = phase => el("div", { class: "sums" }, ...phase.sums.map(sum => el("p", { class: "sum" }, sum)));
const done = each => el("li", {}, sideTag(each.side), " ", each.text, each.chosen ? null : el("small", {}, ` (${t("by-itself")})`));
export const doneIn = phase => phase.done.length > 0 && el("ul", { class: "done" }, ...phase.done.map(done));
export const headed = (title, ...beside) => el("div", { class: "row spread" }, el("h2", {}, ...title), ...beside);
export const toldPhase = phase => el("details", { class: "told" }, el("summary", {}, `${phase.phase}. ${phase.title}`), sums(phase), doneIn(phase));

export function progress(end) {
  const now = end.over ? 11 : end.pending.phase;
  return el("ol", { class: "phases", "aria-label": t("phases") }, ...Array.from({ length: 10 }, (_, at) =>
    el("li", { class: at + 1 < now ? "past" : at + 1 === now ? "now" : "", "aria-current": at + 1 === now ? "step" : null }, String(at + 1))));
}

export class EndScreen {
  constructor(main, data, table) {
    Object.assign(this, { table }, boardAndPanel(main, data, t("decade-end"), target => this.asking.tapped(target, this.end.pending, () => this.render())));
    this.asking = new Asking(this.board, step => this.table.tap(view => (view.end?.pending ? { step } : null)), step => this.table.hint(step));
  }
  get end() { return this.state.view.end; }
  update(state) {
    this.state = state;
    this.board.setPieces(this.end.pieces);
    const isNew = this.asking.light(this.end.pending);
    if (isNew && this.end.over && innerWidth < 900) this.board.section("all");
    this.render();
    if (isNew) this.panel.scrollTop = 0;
  }
  render() {
    if (this.table.closed) return; // another screen is coming
    const { end } = this;
    head(`${words().decades[this.state.view.facts.decade]}: ${t("decade-end")}`, { back: this.table.link });
    this.board.light([...this.board.open], this.asking.at);
    replaceInside(this.panel, progress(end), end.over ? this.result() : this.phase(), this.soFar());
  }
  undo() {
    return button(t("undo"), () => this.table.tap(() => ({ back: 1 })), { disabled: !this.end.decided, class: "undo", "data-key": "undo" });
  }
  phase() {
    const phase = this.end.phases.at(-1);
    return [headed([`${phase.phase}. ${phase.title}`], this.undo()), sums(phase), this.dropped(),
      this.asking.panel(this.end.pending, () => this.render()), doneIn(phase)];
  }
  dropped() {
    const { dropped } = this.end;
    return dropped.length > 0 && el("div", { class: "findings" }, ...dropped.map(finding => el("p", { class: "warning" }, `${t("dropped")} ${finding.message}`)));
  }
  soFar() {
    const before = this.end.over ? this.end.phases : this.end.phases.slice(0, -1);
    return before.length > 0 && el("section", { class: "so-far" }, el("h3", {}, t("so-far")), ...[...before].reverse().map(toldPhase));
  }
  result() {
    const { end } = this;
    return [headed([t("decade-over")], this.undo()),
      el("p", { class: `verdict ${end.winner ?? ""}` }, end.verdict),
      changesList(end.changes, `wsdv-ticks ${this.table.name} ${this.state.view.facts.decade}`),
      el("div", { class: "row" },
        end.result && button(t("next-decade"), () => beginTable({ kind: "position", from: { text: end.result } }), { class: "go" }),
        button(t("print"), () => print()), el("a", { class: "button", href: "#/" }, t("to-start")))];
  }
}

// What has to be changed on the table, to be ticked off; the ticks are this device's own.
export function changesList(changes, key) {
  const ticked = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const tick = change => event => {
    event.target.checked ? ticked.add(change) : ticked.delete(change);
    localStorage.setItem(key, JSON.stringify([...ticked]));
  };
  return el("section", { class: "changes" }, el("h3", {}, t("change-table")), changes.length === 0 && el("p", {}, t("change-nothing")),
    ...changes.map(change => el("label", { class: "tick" }, el("input", { type: "checkbox", checked: ticked.has(change), onchange: tick(change) }), el("span", {}, change))));
}
