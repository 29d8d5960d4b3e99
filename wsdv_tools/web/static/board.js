// The drawn board: it is looked at in sections, places are lit, and a finger means the nearest place that is open.
import { button, el, svgEl } from "./dom.js";
import { get } from "./server.js";
import { lang, t } from "./words.js";

const REACH = 22; // pixels from a finger to the place it means
const CLOSE = 6; // pixels between two places that a finger cannot tell apart
const SMALL = 24; // pixels of a place that is too small to be meant for sure
const STILL = 9; // pixels a finger may move and still tap
const READABLE = 0.95; // pixels for a millimetre: below that the numbers of the provinces are shown large
const CHIP = [31, 29]; // pixels of a label, its frame included
const ROUNDS = 60; // in which labels that cover each other make room
const NARROW = 900; // pixels of a page that shows all of Germany, not all of the sheet
const SECTIONS = ["all", "north", "south", "east", "berlin", "tracks"];

const loaded = new Map();
export async function loadBoard() {
  if (!loaded.has(lang())) loaded.set(lang(), await get(`/api/board?lang=${lang()}`));
  return loaded.get(lang());
}

class Board {
  constructor(data, tapped) {
    this.data = data;
    this.tapped = tapped;
    this.targets = new Map(data.targets.map(target => [target.id, target]));
    this.open = new Set(); // what can be tapped; empty: everything of `kinds`
    this.kinds = new Set();
    this.holder = el("div", { class: "board-view" });
    this.holder.innerHTML = data.svg;
    this.svg = this.holder.querySelector("svg");
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t("board"));
    this.svg.querySelector("title")?.remove(); // otherwise it hovers over everything
    this.lit = svgEl("g", { id: "lit", "aria-hidden": "true" });
    this.chips = svgEl("g", { id: "chips", "aria-hidden": "true" });
    this.names = this.svg.querySelector("#names");
    this.lettered = this.names.nextSibling; // where the names are drawn as long as labels may lie over them
    this.svg.append(this.lit, this.chips);
    new ResizeObserver(() => this.label()).observe(this.svg);
    this.fingers = new Map();
    this.listen();
    this.element = el("section", { class: "board", "aria-label": t("board") }, this.holder, this.nav());
    this.section("all", false);
  }
  zooms() {
    const zoom = by => () => this.zoom([this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2], by);
    return el("div", { class: "zooms" },
      button("−", zoom(1 / 1.6), { "aria-label": t("zoom-out") }), button("+", zoom(1.6), { "aria-label": t("zoom-in") }));
  }
  nav() {
    this.sections = SECTIONS.map(name => button(t(`section-${name}`), () => this.section(name), { "data-section": name }));
    return el("nav", { class: "sections", "aria-label": t("sections") }, el("div", { class: "parts" }, ...this.sections), this.zooms());
  }
  section(name, softly = true) { this.look(this.boxOf(name), softly); }
  boxOf(name) { return this.data.sections[name === "all" && innerWidth < NARROW ? "map" : name]; }

  // Looking: `box` is the part of the board in millimetres
  look(box, softly = true) {
    const from = this.box, to = box.map(Number), begun = performance.now();
    this.box = to;
    for (const each of this.sections) {
      each.setAttribute("aria-pressed", String(this.boxOf(each.dataset.section).join() === box.join()));
    }
    const isSoft = softly && from && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.label();
    if (!isSoft) { this.svg.setAttribute("viewBox", to.join(" ")); return; }
    const go = now => {
      if (this.box !== to) return;
      const part = Math.min(1, Math.max(0, (now - begun) / 200)), eased = 1 - (1 - part) ** 3;
      this.svg.setAttribute("viewBox", from.map((value, at) => value + (to[at] - value) * eased).join(" "));
      if (part < 1) requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }
  zoom([x, y], by, softly = true) {
    const [left, top, width, height] = this.box;
    const wide = Math.min(this.data.size[0] * 1.1, Math.max(60, width / by)), part = wide / width;
    this.look([x - (x - left) * part, y - (y - top) * part, wide, height * part], softly);
  }
  // Around some places, so that all of them can be seen.
  frame(ids, room = 20) {
    const boxes = ids.map(id => this.targets.get(id)).filter(Boolean).map(boxOf);
    if (!boxes.length) return;
    const x = Math.min(...boxes.map(box => box[0])) - room, y = Math.min(...boxes.map(box => box[1])) - room;
    const right = Math.max(...boxes.map(box => box[0] + box[2])) + room;
    const bottom = Math.max(...boxes.map(box => box[1] + box[3])) + room;
    const width = Math.max(150, right - x), height = Math.max(120, bottom - y);
    this.look(this.onSheet((x + right) / 2, (y + bottom) / 2, width, height));
  }
  // A box of at least this size, as wide as what shows it, and not beside the sheet.
  onSheet(x, y, width, height) {
    const { width: seenWidth, height: seenHeight } = this.svg.getBoundingClientRect();
    if (!seenWidth || !seenHeight) return [x - width / 2, y - height / 2, width, height];
    const wide = Math.max(width, height * seenWidth / seenHeight), high = wide * seenHeight / seenWidth;
    const within = (middle, size, most) => (size >= most ? (most - size) / 2 : Math.max(0, Math.min(most - size, middle - size / 2)));
    return [within(x, wide, this.data.size[0]), within(y, high, this.data.size[1]), wide, high];
  }
  get scale() {
    const shown = this.svg.getBoundingClientRect();
    return Math.min(shown.width / this.box[2], shown.height / this.box[3]) || 1;
  }
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // Fingers
  listen() {
    const { svg, fingers } = this;
    let moved = 0, apart = 0;
    svg.addEventListener("pointerdown", event => {
      svg.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event);
      if (fingers.size === 1) moved = 0;
      apart = 0;
    });
    svg.addEventListener("pointermove", event => {
      const was = fingers.get(event.pointerId);
      if (!was) return;
      const dx = event.clientX - was.clientX, dy = event.clientY - was.clientY;
      fingers.set(event.pointerId, event);
      moved += Math.hypot(dx, dy);
      if (fingers.size === 1 && moved > STILL) {
        const [x, y, width, height] = this.box, by = 1 / this.scale;
        this.look([x - dx * by, y - dy * by, width, height], false);
      } else if (fingers.size === 2) {
        moved = 99;
        const [one, other] = [...fingers.values()];
        const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
        if (apart) this.zoom(this.at(middle), now / apart, false);
        apart = now;
      }
    });
    const up = event => {
      const isTap = fingers.size === 1 && fingers.has(event.pointerId) && moved <= STILL;
      fingers.delete(event.pointerId);
      if (isTap) this.meant(event);
    };
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", event => fingers.delete(event.pointerId));
    svg.addEventListener("touchend", event => event.preventDefault(), { passive: false }); // else a click follows, on whatever is drawn there by now
    svg.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(this.at(event), event.deltaY < 0 ? 1.15 : 1 / 1.15, false);
    }, { passive: false });
  }
  // What a finger meant: the nearest open place. Where two are too near each other, look closer first.
  meant(event) {
    const point = this.at(event), scale = this.scale;
    const open = [...this.targets.values()].filter(target => (this.open.size ? this.open.has(target.id) : this.kinds.has(target.kind)));
    const near = open.map(target => ({ target, far: distance(target, point) * scale, size: sizeOf(target) * scale }))
      .filter(one => one.far <= REACH)
      .sort((one, other) => one.far - other.far || one.size - other.size);
    if (!near.length) return;
    const [first, second] = near;
    const isUnsure = second && first.target.of !== second.target.of && first.far > 0 && second.far - first.far < CLOSE && first.size < SMALL;
    if (isUnsure && this.box[2] > 140) { this.zoom(point, 2.2); return; }
    navigator.vibrate?.(8);
    this.tapped(first.target);
  }

  // Showing
  setPieces(text) {
    if (text === this.shown || !text) return;
    this.shown = text;
    const holder = svgEl("svg");
    holder.innerHTML = text;
    for (const title of holder.querySelectorAll("title")) title.remove();
    this.svg.querySelector("#pieces").replaceWith(holder.querySelector("#pieces"));
    this.label();
  }
  // The names of cities lie over what is lit, which would cut them off; but not over the labels.
  name(isFar) {
    const before = isFar ? this.lettered : null;
    if (this.names.nextSibling !== before) this.svg.insertBefore(this.names, before);
  }
  // Seen from far away, each province shows its unrest and its standard in readable letters, with the frame of what is lit.
  label() {
    const { scale } = this;
    const isFar = this.shown && scale < READABLE;
    this.name(isFar);
    if (!isFar) { this.chips.replaceChildren(); return; }
    const count = id => Number(/(\d+)\D*$/.exec(this.svg.querySelector(`#piece-${id}`)?.getAttribute("aria-label") ?? "")?.[1] ?? 0);
    const places = apart(this.data.provinces.map(({ target }) => {
      const box = boxOf(this.targets.get(target));
      return [(box[0] + box[2] / 2) * scale, (box[1] + box[3] / 2) * scale];
    }));
    const chip = ({ id, code, side, sectors, target }, at) => {
      const [x, y] = places[at].map(place => place / scale);
      const standard = sectors.length ? sectors.reduce((sum, one) => sum + count(`sector-${one}`), 0) : count(`standards-${id}`);
      const lit = this.open.has(target) ? "open" : target === this.chosen ? "chosen" : "";
      return svgEl("g", { class: `chip ${side} ${lit}`, transform: `translate(${x} ${y}) scale(${1 / scale})` },
        svgEl("rect", { x: -CHIP[0] / 2, y: -CHIP[1] / 2, width: CHIP[0], height: CHIP[1], rx: 5 }), svgEl("text", { y: -3, class: "code" }, code), svgEl("text", { y: 11 }, `${count(`unrest-${id}`)} · ${standard}`));
    };
    this.chips.replaceChildren(...this.data.provinces.map(chip));
  }
  // Lights places up; `chosen` is one that is being looked at.
  light(ids, chosen = null, reframe = false) {
    this.open = new Set(ids);
    this.chosen = chosen;
    this.label();
    const shapes = [...this.open].map(id => this.targets.get(id)).filter(Boolean).flatMap(target => shapesOf(target, "open"));
    const one = chosen && this.targets.get(chosen);
    if (one) shapes.push(...shapesOf(one, "chosen"));
    this.lit.replaceChildren(...shapes);
    if (reframe && ids.length) this.frame([...ids]);
  }
  hint(ids) {
    for (const shape of this.lit.querySelectorAll(".hint")) shape.remove();
    for (const id of ids) if (this.targets.has(id)) this.lit.append(...shapesOf(this.targets.get(id), "hint"));
  }
}

// The board with a screen's panel beside it.
export function boardAndPanel(main, data, label, tapped) {
  const board = new Board(data, tapped), panel = el("section", { class: "panel", "aria-label": label });
  main.className = "t";
  main.replaceChildren(board.element, panel);
  return { board, panel };
}

// The middles of labels, moved as little as possible so that none covers another.
function apart(middles) {
  const places = middles.map(middle => [...middle]);
  for (let round = 0, isMoved = true; isMoved && round < ROUNDS; round++) {
    isMoved = false;
    for (const [at, one] of places.entries()) for (const other of places.slice(at + 1)) {
      const over = [0, 1].map(axis => CHIP[axis] + 1.5 - Math.abs(one[axis] - other[axis]));
      if (over.some(much => much <= 0.1)) continue;
      const axis = over[0] < over[1] ? 0 : 1, by = over[axis] / 2 * (one[axis] <= other[axis] ? 1 : -1);
      one[axis] -= by;
      other[axis] += by;
      isMoved = true;
    }
  }
  return places;
}
function boxOf(target) {
  if (target.box) return target.box;
  const [x1, y1, x2, y2] = target.line;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x1 - x2), Math.abs(y1 - y2)];
}
function distance(target, [x, y]) {
  if (target.line) {
    const [x1, y1, x2, y2] = target.line, length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
  }
  const [left, top, width, height] = target.box;
  if (target.kind === "city") return Math.max(0, Math.hypot(x - left - width / 2, y - top - height / 2) - width / 2);
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}
const sizeOf = target => (target.line ? 6 : Math.min(target.box[2], target.box[3]));

function shapesOf(target, name) {
  if (target.line) {
    const [x1, y1, x2, y2] = target.line;
    return [svgEl("line", { class: `${name} under`, x1, y1, x2, y2 }), svgEl("line", { class: name, x1, y1, x2, y2 })];
  }
  const [x, y, width, height] = target.box, more = 1.5;
  const box = target.kind === "city"
    ? { cx: x + width / 2, cy: y + height / 2, r: width / 2 + 3 }
    : { x: x - more, y: y - more, width: width + 2 * more, height: height + 2 * more, rx: 3 };
  const tag = target.kind === "city" ? "circle" : "rect";
  return [svgEl(tag, { class: `${name} under`, ...box }), svgEl(tag, { class: name, ...box })];
}
