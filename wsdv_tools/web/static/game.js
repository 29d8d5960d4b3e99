// A game: rows laid out by tapping cards, a card and its use, lit steps, decade ends; hands behind a tap.
import { head, notice, told } from "./app.js";
import { boardAndPanel } from "./board.js";
import { button, closeSheet, el, openSheet, replaceInside } from "./dom.js";
import { Asking, changesList, doneIn, headed, progress, sideTag, sums, toldPhase } from "./ending.js";
import { figuresButton } from "./figures.js";
import { picture } from "./position.js";
import { call } from "./server.js";
import { facts as words, t } from "./words.js";

const MOST_HAND = 2;
const HERE = ["127.0.0.1", "localhost", "[::1]"]; // the computer that serves: it may free the seat of a lost device

export class GameScreen {
  constructor(main, data, table) {
    Object.assign(this, { table, stage: "", cards: new Map(data.cards.map(card => [card.id, card])) },
      boardAndPanel(main, data, t("kind-game"), target => this.pending && this.asking.tapped(target, this.pending, () => this.render())));
    this.asking = new Asking(this.board, step => this.table.tap(view => (view.play || view.end ? { step } : null)), step => this.table.hint(step));
  }
  get view() { return this.state.view; }
  get pending() { return this.view.play?.pending ?? this.view.end?.pending ?? null; }
  update(state) {
    this.state = state;
    const { view } = this;
    this.board.setPieces(view.end?.pieces ?? view.pieces);
    const isNew = this.asking.light(this.pending);
    const stage = `${view.due} ${Boolean(view.play)} ${view.cards?.["to-move"]}`;
    if (stage !== this.stage && !this.pending && innerWidth < 900) this.board.section("all");
    this.render();
    if (isNew || stage !== this.stage) this.panel.scrollTop = 0;
    this.stage = stage;
  }
  render() {
    if (this.table.closed) return; // another screen is coming
    const { view } = this;
    const title = view.names.title || (view.decade ? words().decades[view.decade] : t("kind-game"));
    head(title, { more: [view.board && figuresButton(() => this.view.board), button("☰", () => this.menu(), { class: "round", "aria-label": t("menu") })] });
    this.board.light([...this.board.open], this.asking.at);
    replaceInside(this.panel, this.body(), this.findings());
  }
  body() {
    const { view } = this;
    if (view.over) return this.over();
    if (view.end) return this.ending();
    if (view.play) return this.play();
    if (!view.certain) return el("p", { class: "verdict" }, t("uncertain"));
    if (view.row) return this.row();
    if (view.due === "play") return this.turn();
    return el("p", {}, t("uncertain"));
  }
  top(text, side) {
    return headed(side ? [sideTag(side), ` ${text}`] : [text], this.undo());
  }
  undo() { return button(t("undo"), () => this.table.tap(() => ({ back: 1 })), { class: "undo", "data-key": "undo" }); }
  card(id, onclick, props = {}) {
    const card = this.cards.get(id);
    return button([picture(card)], onclick, { class: "card", "aria-label": `${card.number} ${card.title}`, "data-card": id, "data-key": `card ${id}`, ...props });
  }

  // Seven cards are laid out
  row() {
    const { row, cards } = this.view, chosen = new Set(row.cards);
    return [this.top(t("row", { half: (cards?.half ?? 0) + 1 })), el("p", { class: "hint" }, t("row-how")),
      el("div", { class: "cards" }, ...row.possible.map(id => this.card(id, () => this.table.tap(() => ({ row: id })),
        { "aria-pressed": String(chosen.has(id)), disabled: row.full && !chosen.has(id) }))),
      el("div", { class: "bar" }, el("b", {}, `${row.cards.length} / 7`),
        button(t("lay-out"), () => this.table.tap(view => (view.row?.full ? { lay: true } : null)), { class: "go", disabled: !row.full, "data-key": "lay" })),
      this.last()];
  }

  // A card and its use
  turn() {
    const { cards } = this.view, side = cards["to-move"];
    return [this.top(t("to-move"), side), el("p", { class: "hint" }, t("half", { half: cards.half })),
      el("div", { class: "cards" }, ...[...cards.display, ...(cards.special ? [cards.special] : [])].map(id =>
        id === "?" ? el("div", { class: "card unknown" }, "?") : this.card(id, () => this.uses(id, false)))),
      el("div", { class: "row" }, ...["west", "east"].map(one => this.handButton(one, one === side))),
      this.last()];
  }
  handButton(side, isTurn) {
    const { hands } = this.view.cards, isMine = ["open", side].includes(this.state.seat);
    return button([sideTag(side), ` ${t("hand", { n: hands[side].length })}`], () => this.hand(side, isTurn), { disabled: !isMine && this.state.seat !== "watch", "data-hand": side, "data-key": `hand ${side}` });
  }
  // Hidden behind a tap: others see the cards only when their owner has said so.
  hand(side, isTurn) {
    const { cards } = this.view, known = cards.hands[side].filter(id => id !== "?"), hidden = cards.hands[side].length - known.length;
    openSheet(`${words().sides[side]} · ${t("hand", { n: cards.hands[side].length })}`, el("p", {}, t("hand-look")),
      button(t("hand-show"), () => this.handOpen(side, isTurn, known, hidden), { class: "go", "data-key": "show" }));
  }
  handOpen(side, isTurn, known, hidden) {
    const may = this.view.cards["may-hold"][side], chosen = new Set(known);
    const pick = id => (isTurn ? this.uses(id, true) : null);
    const grid = el("div", { class: "cards" }, ...[...known, ...(hidden ? may : [])].map(id => this.card(id, () => pick(id), { disabled: !isTurn })));
    const write = () => {
      const cards = [...known, ...may];
      const list = el("div", { class: "cards" }), save = button(t("hand-save"), () => { closeSheet(); this.table.tap(() => ({ hand: { side, cards: [...chosen] } })); }, { class: "go" });
      const draw = () => list.replaceChildren(...cards.map(id => this.card(id, () => {
        if (chosen.has(id)) chosen.delete(id); else if (chosen.size < MOST_HAND) chosen.add(id);
        draw();
      }, { "aria-pressed": String(chosen.has(id)) })));
      draw();
      openSheet(t("hand-write"), el("p", { class: "hint" }, t("hand-write-how")), list, save);
    };
    openSheet(`${words().sides[side]} · ${t("hand", { n: known.length + hidden })}`,
      el("p", { class: "hint" }, t(isTurn ? (hidden ? "hand-pick" : "hand-play") : "hand-not-now")), grid,
      this.state.seat !== "watch" && button(t("hand-write"), write));
  }
  async uses(id, hand) {
    const card = this.cards.get(id), here = location.hash;
    const { uses } = await call("uses", { record: this.view.text, card: id, hand });
    if (location.hash !== here) return; // the user has moved on
    const use = ({ mode, label, why }) => el("div", { class: "use" },
      button(label, () => { closeSheet(); this.table.tap(view => (view.play ? null : { turn: { card: id, hand, mode } })); }, { class: why ? "" : "option", disabled: Boolean(why), "data-mode": mode }),
      why && el("p", { class: "hint" }, why.message));
    openSheet(`${card.number} ${card.title}`, el("div", { class: "card-uses" }, el("div", { class: "big" }, picture(card)), el("div", { class: "uses" }, ...uses.map(use),
      el("a", { class: "button", href: `#/lookup/${encodeURIComponent(card.number)}` }, t("card-explain")))));
  }

  // The steps of a play
  play() {
    const { play } = this.view, card = this.cards.get(play.card);
    const mine = play.pending?.options.length || play.pending?.pass; // null: it asks what this device may not know
    return [this.top(`${card.number} ${card.title}`, play.side),
      el("p", {}, el("code", { class: "line" }, play.line)),
      mine ? this.asking.panel(play.pending, () => this.render(), false) : el("p", { class: "verdict" }, t("waiting-for", { side: play.pending?.who ?? words().sides[play.side] })),
      play.changes.length > 0 && el("details", { class: "told", open: true }, el("summary", {}, t("so-far")), el("ul", { class: "done" }, ...play.changes.map(change => el("li", {}, change))))];
  }
  last() {
    const { last } = this.view;
    return last && el("details", { class: "told", open: true }, el("summary", {}, t("last")), el("p", {}, el("code", { class: "line" }, last.line)),
      el("ul", { class: "done" }, ...last.changes.map(change => el("li", {}, change))));
  }

  // The decade end inside the game
  ending() {
    const { end } = this.view;
    if (end.over) {
      return [this.top(t("decade-over")), el("p", { class: `verdict ${end.winner ?? ""}` }, end.verdict),
        changesList(end.changes, `wsdv-ticks ${this.table.name} ${this.view.decade}`),
        el("div", { class: "row" }, button(t(end.winner ? "finish" : "go-on-decade"), () => this.table.tap(view => (view.end?.over ? { next: true } : null)), { class: "go", "data-key": "next" })),
        ...[...end.phases].reverse().map(toldPhase)];
    }
    const phase = end.phases.at(-1);
    return [progress(end), this.top(`${phase.phase}. ${phase.title}`), sums(phase), this.asking.panel(end.pending, () => this.render()), doneIn(phase),
      el("section", { class: "so-far" }, ...end.phases.slice(0, -1).reverse().map(toldPhase))];
  }
  over() {
    return [this.top(t("game-over")), el("p", { class: "verdict" }, this.view.over),
      el("div", { class: "row" }, el("a", { class: "button go", href: `#/record/${encodeURIComponent(this.table.name)}` }, t("record-see")), this.download())];
  }
  download() { return el("a", { class: "button", href: `${this.table.path}/file`, download: this.table.name }, t("share")); }
  findings() {
    const { findings } = this.view;
    const placed = finding => (finding.line ? { ...finding, message: t("at-line", { n: finding.line, text: finding.message }) } : finding);
    return findings.length > 0 && el("section", { class: "findings" }, ...findings.map(finding => told(placed(finding))));
  }

  // Everything else
  menu() {
    const { seat, seats } = this.state;
    const ask = asked => () => { closeSheet(); this.table.sit(asked); };
    const sit = (value, label) => button(label, ask({ seat: value }),
      { "aria-pressed": String(seat === value), disabled: seats?.[value] === "taken", "data-seat": value });
    const lost = HERE.includes(location.hostname) ? ["west", "east"].filter(side => seats?.[side] === "taken") : [];
    openSheet(t("menu"),
      el("section", {}, el("h3", {}, t("seat")), el("p", { class: "hint" }, t("seat-how")),
        el("div", { class: "options" }, sit("open", t("seat-open")), sit("west", words().sides.west), sit("east", words().sides.east), sit("watch", t("seat-watch")),
          ...lost.map(side => button(t("seat-free", { side: words().sides[side] }), () => this.free(side, ask), { "data-free": side })))),
      el("section", {}, el("h3", {}, t("kind-game")), el("div", { class: "options" },
        button(t("names"), () => this.names()), button(t("resign"), () => this.resign()), button(t("type-line"), () => this.type()),
        el("a", { class: "button", href: `#/record/${encodeURIComponent(this.table.name)}` }, t("record-see")), this.download())));
  }
  free(side, ask) {
    const label = t("seat-free", { side: words().sides[side] });
    openSheet(label, el("p", { class: "hint" }, t("seat-free-how")), button(label, ask({ free: side }), { class: "go", "data-key": "free" }));
  }
  names() {
    const fields = ["title", "west", "east"].map(key => el("input", { type: "text", value: this.view.names[key], maxlength: 80, name: key, "aria-label": t(`names-${key}`), placeholder: t(`names-${key}`) }));
    openSheet(t("names"), ...fields, button(t("save"), () => {
      closeSheet();
      this.table.tap(() => ({ names: Object.fromEntries(fields.map(field => [field.name, field.value])) }));
    }, { class: "go" }));
  }
  resign() {
    const give = (line, label) => button(label, () => { closeSheet(); this.table.tap(() => ({ line })); });
    openSheet(t("resign"), el("div", { class: "options" }, give("result E resigned", t("resigned", { side: words().sides.west })), give("result W resigned", t("resigned", { side: words().sides.east })),
      give("result none agreed", t("agreed")), give("result none unfinished", t("unfinished"))));
  }
  type() {
    const field = el("input", { type: "text", "aria-label": t("type-line"), placeholder: t("type-note"), autocapitalize: "off", autocomplete: "off" });
    openSheet(t("type-line"), el("p", { class: "hint" }, t("type-how")), field, button(t("save"), () => {
      const line = field.value.trim();
      closeSheet();
      if (line) this.table.tap(() => ({ line })); else notice(t("paste-nothing"));
    }, { class: "go" }));
  }
}
