// A position, tapped in on the drawn board: cities, lines, provinces, markers, the Wall, cards.
import { go, head, told } from "./app.js";
import { boardAndPanel } from "./board.js";
import { button, el, replaceInside, say } from "./dom.js";
import { call } from "./server.js";
import { figuresButton } from "./figures.js";
import { facts as words, lang, t } from "./words.js";

const TRACKS = ["prestige", "currency", "socialists"];
const MOST_UNDONE = 60;
const KINDS = ["city", "line", "plaque", "province", "sector", "track", "wall", "holding-box"];
const signed = number => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

export class PositionScreen {
  constructor(main, data, table, part) {
    Object.assign(this, { data, table, part, tab: "board", chosen: null }, boardAndPanel(main, data, t("position"), target => this.tapped(target)));
    this.past = `wsdv-undo ${table.name}`;
    this.board.kinds = new Set(KINDS);
    if (innerWidth < 900) this.board.section("east");
  }
  get state() { return this.table.state; }
  async update(state) {
    const { view } = state;
    if (view.pieces) this.board.setPieces(view.pieces);
    else call("position", { text: view.text }).then(whole => this.state === state && this.board.setPieces(whole.pieces)).catch(() => {});
    if (view.end && this.leaving) { this.leaving = false; go(`${this.table.link}/end`); return; }
    this.render();
  }

  // What the facts say
  get facts() { return this.state.view.facts; }
  province(id) { return this.facts.provinces?.[id] ?? {}; }
  factory(id) { return !(this.facts.factories ?? []).includes(id) ? "none" : (this.facts.rundown ?? []).includes(id) ? "down" : "up"; }
  lines(id) { return this.facts.infrastructure?.[id] ?? 0; }
  track(name) { return this.facts.tracks?.[name] ?? 0; }
  card(key, id) { return (this.facts[key] ?? []).map(String).includes(id); }
  trackPart(name) { return { now: () => this.track(name), say: number => `${name} ${number}` }; }
  get wallPart() { return { now: () => Boolean(this.facts.wall), say: is => `wall ${is ? "on" : "off"}` }; }

  // Changing them. `part` knows what is there `now` and how to `say` what is there; what comes `after` is made when the
  // tap's turn has come. This device undoes what it changed itself, and nothing else: it says what was there before.
  set(part, after) {
    let before;
    return this.table.tap(() => {
      before = part.now();
      const wanted = after(before);
      return wanted === before ? null : { set: part.say(wanted) };
    }, () => this.remember([...this.undoable, part.say(before)]));
  }
  get undoable() { return JSON.parse(sessionStorage.getItem(this.past) ?? "[]"); }
  remember(sayings) { sessionStorage.setItem(this.past, JSON.stringify(sayings.slice(-MOST_UNDONE))); }
  undo() {
    return this.table.tap(() => (this.undoable.length ? { set: this.undoable.at(-1) } : null), () => this.remember(this.undoable.slice(0, -1)));
  }
  async cycleCity(id) {
    const city = this.data.cities[id], after = { none: "up", up: city.side === "east" && !city.external ? "down" : "none", down: "none" };
    await this.set({ now: () => this.factory(id), say: how => `${id} ${how}` }, how => after[how]);
    say(`${city.name}: ${t(`factory-${this.factory(id)}`)}`);
  }
  async cycleLine(id) {
    const line = this.data.connections[id];
    await this.set({ now: () => this.lines(id), say: number => `${id} ${number}` }, number => (number + 1) % (line.lines + 1));
    say(`${line.name}: ${this.lines(id)}`);
  }
  tapped(target) {
    const { kind, of, number } = target;
    if (kind === "city") return this.cycleCity(of);
    if (kind === "line") return this.cycleLine(of);
    if (kind === "track") return this.set(this.trackPart(of), () => number).then(() => say(`${words().tracks[of]}: ${signed(number)}`));
    if (kind === "wall") return this.set(this.wallPart, is => !is);
    if (kind === "holding-box") { this.tab = "tracks"; this.chosen = null; return this.render(); }
    return this.choose(kind === "sector" ? "west-berlin" : of);
  }
  choose(id) {
    this.chosen = id;
    this.tab = "board";
    const fact = this.data.provinces.find(province => province.id === id);
    const around = [fact.target, ...fact.cities.map(city => `city-${city}`)];
    if (innerWidth < 900) this.board.frame(around, 14);
    this.render();
    this.panel.scrollTop = 0;
  }

  // The panel
  render() {
    if (this.table.closed) return; // another screen is coming
    const { view } = this.state;
    if (!this.facts) { replaceInside(this.panel, this.findings()); return; }
    this.board.light([], this.chosen && this.data.provinces.find(province => province.id === this.chosen).target);
    if (this.part === "check") { this.renderCheck(); return; }
    head(words().decades[this.facts.decade], { more: [figuresButton(() => this.state.view.text)] });
    const errors = view.findings.filter(finding => finding.severity === "error").length;
    replaceInside(this.panel, this.tabs(),
      { board: () => (this.chosen ? this.provincePanel() : this.overview()), tracks: () => this.tracksPanel(), cards: () => this.cardsPanel() }[this.tab](),
      this.findings(),
      el("div", { class: "bar" }, this.counts(),
        button(t("undo"), () => this.undo(), { disabled: !this.undoable.length, "data-key": "undo" }),
        button(t("ready"), () => { this.part = "check"; this.chosen = null; this.board.section("all"); this.render(); this.panel.scrollTop = 0; }, { class: "go", disabled: errors > 0, "data-key": "ready" })));
  }
  tabs() {
    const tab = (name, label) => button(label, () => { this.tab = name; this.chosen = null; this.render(); },
      { "aria-pressed": String(this.tab === name), "data-key": `tab ${name}` });
    return el("nav", { class: "tabs", "aria-label": t("position") }, tab("board", t("tab-board")), tab("tracks", t("tab-tracks")), tab("cards", t("tab-cards")));
  }
  overview() {
    return [el("p", { class: "hint" }, t("tap-board")), el("div", { class: "provinces" }, ...["west", "east"].map(side =>
      el("div", { class: "grid6", role: "group", "aria-label": words().sides[side] }, ...this.data.provinces.filter(province => province.side === side).map(province =>
        button([el("b", {}, province.code), el("small", {}, this.summary(province))], () => this.choose(province.id),
          { class: `code ${side}`, "aria-label": `${province.name}: ${this.summary(province)}`, "data-key": province.id })))))];
  }
  summary({ id }) {
    const { unrest = 0, standard = 0, sectors = {} } = this.province(id);
    return `${unrest} · ${standard || Object.values(sectors).reduce((sum, one) => sum + one, 0)}`;
  }
  stepper(label, part, least = 0, most = 99, shown = String) {
    const value = part.now();
    const step = by => () => this.set(part, number => Math.max(least, Math.min(most, number + by))).then(() => say(`${label}: ${shown(part.now())}`));
    return el("div", { class: "stepper", role: "group", "aria-label": label }, el("span", {}, label),
      button("−", step(-1), { "aria-label": `${label} −1`, disabled: value <= least, "data-key": `${label} -` }),
      el("output", {}, shown(value)),
      button("+", step(1), { "aria-label": `${label} +1`, disabled: value >= most, "data-key": `${label} +` }));
  }
  provincePanel() {
    const list = this.data.provinces, at = list.findIndex(province => province.id === this.chosen), fact = list[at];
    const next = by => () => this.choose(list[(at + by + list.length) % list.length].id);
    const inside = (key, label) => this.stepper(label, { now: () => this.province(fact.id)[key] ?? 0, say: number => `${fact.id} ${key} ${number}` });
    const sector = id => this.stepper(this.data.sectors[id], { now: () => this.province(fact.id).sectors?.[id] ?? 0, say: number => `${id} ${number}` });
    const cities = [...fact.cities, ...this.abroad(fact)];
    const lines = this.linesOf(cities);
    return el("section", { class: "province" },
      el("div", { class: "row spread" },
        button("‹", next(-1), { "aria-label": t("province-before"), "data-key": "before" }),
        el("h2", {}, el("span", { class: `side ${fact.side}` }, fact.code), ` ${fact.name}`),
        button("›", next(1), { "aria-label": t("province-next"), "data-key": "next" })),
      el("div", { class: "steppers" }, inside("unrest", t("unrest")),
        ...(fact.sectors.length ? fact.sectors.map(sector) : [inside("standard", t("standard"))]),
        fact.side === "east" && inside("socialists", t("socialists")),
        fact.supplies && this.stepper(t("imported"), { now: () => this.facts.imported?.[fact.id] ?? 0, say: number => `imported ${fact.id} ${number}` })),
      fact.supplies && this.toggle(t("delivered"), { now: () => (this.facts.delivered ?? []).includes(fact.id), say: is => `delivered ${fact.id}${is ? "" : " none"}` }),
      cities.length > 0 && el("h3", {}, t("factories")),
      el("div", { class: "grid" }, ...cities.map(id => this.cityButton(id))),
      lines.length > 0 && el("h3", {}, t("lines")),
      el("div", { class: "grid" }, ...lines.map(id => button([el("span", {}, this.data.connections[id].name), el("b", {}, `${this.lines(id)}/${this.data.connections[id].lines}`)],
        () => this.cycleLine(id), { class: "state", "aria-pressed": String(this.lines(id) > 0), "data-key": id }))));
  }
  // The factories outside of all provinces are shown with East's provinces that have lines to them.
  abroad(fact) {
    const own = new Set(fact.cities);
    const ends = Object.keys(this.data.connections).flatMap(id => { const two = this.ends(id); return two.some(city => own.has(city)) ? two : []; });
    const homes = new Set(this.data.provinces.flatMap(province => province.cities));
    return [...new Set(ends)].filter(city => !homes.has(city));
  }
  ends(connection) { return this.data.connections[connection].cities; }
  linesOf(cities) {
    return Object.keys(this.data.connections).filter(id => this.ends(id).some(city => cities.includes(city)));
  }
  cityButton(id) {
    const how = this.factory(id);
    return button([el("span", {}, this.data.cities[id].name), el("b", {}, t(`factory-${how}`))], () => this.cycleCity(id),
      { class: `state ${how}`, "aria-pressed": String(how !== "none"), "data-key": id });
  }
  toggle(label, part) {
    return button([el("span", {}, label), el("b", {}, t(part.now() ? "yes" : "no"))], () => this.set(part, is => !is),
      { class: "state wide", "aria-pressed": String(part.now()), "data-key": label });
  }
  tracksPanel() {
    const track = name => this.stepper(words().tracks[name], this.trackPart(name), -6, 6, signed);
    const number = key => ({ now: () => this.facts[key] ?? 0, say: n => `${key} ${n}` });
    const isClosed = id => ({ now: () => (this.facts.closed ?? []).includes(id), say: is => `closed ${id}${is ? "" : " none"}` });
    const closed = Object.entries(this.data.cities).filter(([, city]) => city.external);
    return el("section", {}, el("div", { class: "steppers" },
      this.stepper(t("decade"), number("decade"), 1, 4),
      ...TRACKS.map(track),
      this.stepper(t("cadre"), number("cadre")),
      !(this.facts.played ?? []).length && this.stepper(t("flight"), number("flight-icons"))),
      this.toggle(t("wall"), this.wallPart),
      this.toggle(t("stasi"), { now: () => Boolean(this.facts["stasi-dissolved"]), say: is => `stasi dissolved${is ? "" : " none"}` }),
      el("h3", {}, t("closed")),
      el("div", { class: "grid" }, ...closed.map(([id, city]) => this.toggle(city.name, isClosed(id)))));
  }
  cardsPanel() {
    const police = this.data.cards.filter(card => card.police && card.decade <= this.facts.decade);
    const played = this.data.cards.filter(card => card.decade <= this.facts.decade);
    const [now, before] = [played.filter(card => card.decade === this.facts.decade), played.filter(card => card.decade < this.facts.decade && !card.special)];
    return el("section", {},
      police.length > 0 && [el("h3", {}, t("police")), el("p", { class: "hint" }, t("police-how")), el("div", { class: "cards" }, ...police.map(card => this.policeCard(card)))],
      el("h3", {}, t("played")), el("p", { class: "hint" }, t("played-how")),
      el("div", { class: "cards" }, ...now.map(card => this.playedCard(card))),
      before.length > 0 && el("details", {}, el("summary", {}, t("played-older")), el("div", { class: "cards" }, ...before.map(card => this.playedCard(card)))));
  }
  cardButton(key, card, state, label, tapped, isOn) {
    return button([picture(card), el("span", { class: "tag" }, label)], tapped,
      { class: `card ${state}`, "aria-pressed": String(isOn), "aria-label": `${card.number} ${card.title}: ${label}`, "data-key": `${key} ${card.id}` });
  }
  policeCard(card) {
    const state = () => (this.card("police-used", card.id) ? "used" : this.card("police", card.id) ? "ready" : "none");
    const after = { none: "ready", ready: "used", used: "none" };
    return this.cardButton("police", card, `police-${state()}`, t(`police-${state()}`),
      () => this.set({ now: state, say: how => `police ${card.id} ${how}` }, how => after[how]), state() !== "none");
  }
  playedCard(card) {
    const is = () => this.card("played", card.id);
    return this.cardButton("played", card, is() ? "on" : "off", t(is() ? "played-yes" : "played-no"),
      () => this.set({ now: is, say: isPlayed => `played ${card.id}${isPlayed ? "" : " none"}` }, isPlayed => !isPlayed), is());
  }
  counts() {
    const { counts } = this.state.view;
    return el("div", { class: "counts", "aria-label": t("counts") }, ...["west", "east"].map(side => el("span", {},
      el("span", { class: `side ${side}` }, words().sides[side]), " ",
      `${t("n-factories", { n: counts[side].factories })}, ${t("n-lines", { n: counts[side].lines })}`)));
  }
  findings() {
    const { findings } = this.state.view;
    if (!findings.length) return null;
    return el("section", { class: "findings" }, ...findings.map(told));
  }
  // Is this your table?
  renderCheck() {
    const { view } = this.state;
    head(t("is-this-your-table"), { back: this.table.link });
    const back = () => { this.part = ""; if (innerWidth < 900) this.board.section("east"); this.render(); };
    const yes = async () => {
      this.leaving = true;
      if (!view.unfinished) { go(`${this.table.link}/end`); return; }
      if (!(await this.table.tap(() => ({ confirm: true })))) this.leaving = false;
    };
    replaceInside(this.panel, el("p", { class: "hint" }, t("is-this-how")),
      el("table", { class: "summary" }, ...this.summaryRows()), this.findings(),
      el("div", { class: "bar" }, button(t("no-correct"), back, { "data-key": "no" }), button(t("yes-it-is"), yes, { class: "go", "data-key": "yes" })));
  }
  summaryRows() {
    const { counts } = this.state.view, row = (label, ...cells) => el("tr", {}, el("th", { scope: "row" }, label), ...cells.map(cell => el("td", {}, String(cell))));
    const shared = (label, cell) => el("tr", {}, el("th", { scope: "row" }, label), el("td", { colspan: 2, class: "shared" }, cell));
    const marker = (label, at) => (at ? row(label, at < 0 ? signed(at) : "", at > 0 ? signed(at) : "") : shared(label, "0")); // in the column of the side it favours
    const both = (label, key) => row(label, counts.west[key], counts.east[key]);
    return [el("tr", {}, el("td", {}), ...["west", "east"].map(side => el("th", { scope: "col" }, el("span", { class: `side ${side}` }, words().sides[side])))),
      both(t("factories"), "factories"), both(t("lines"), "lines"), both(t("unrest"), "unrest"), both(t("standard"), "standards"),
      row(t("socialists"), "", counts.socialists), row(t("flight"), "", counts.flight),
      el("tr", {}, el("th", { colspan: 3, scope: "rowgroup", class: "group" }, t("tab-tracks"))),
      ...TRACKS.map(track => marker(words().tracks[track], this.track(track))), shared(t("wall"), t(this.facts.wall ? "yes" : "no"))];
  }
}

export const picture = card => el("img", { src: `/api/cards/${encodeURIComponent(card.id)}.svg?lang=${lang()}`, alt: "", loading: "lazy", width: 63, height: 88, draggable: "false" });
