// Look up: cards, rules, rulings and findings, by number or by words.
import { head } from "./app.js";
import { el } from "./dom.js";
import { loadBoard } from "./board.js";
import { picture } from "./position.js";
import { call } from "./server.js";
import { facts as words, t } from "./words.js";

const PAUSE = 200; // milliseconds without a letter until it is looked up

export async function show(main, [asked = ""]) {
  head(t("look-up"));
  const data = await loadBoard(), results = el("div", { class: "results", "aria-live": "polite" });
  const field = el("input", { type: "search", value: asked, placeholder: t("look-up-field"), "aria-label": t("look-up-field"), autocapitalize: "off" });
  let waiting, turn = 0;
  const look = async () => {
    const mine = ++turn, words = field.value.trim();
    history.replaceState(null, "", words ? `#/lookup/${encodeURIComponent(words)}` : "#/lookup");
    const found = words ? answer(data, await call("explain", { asked: words })) : await everything(data);
    if (mine === turn) results.replaceChildren(...found);
  };
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, PAUSE); });
  main.replaceChildren(el("div", { class: "column" }, field, results));
  await look();
}

const link = ({ name, title }) => el("a", { class: "table", href: `#/lookup/${encodeURIComponent(name)}` }, el("b", {}, title), el("small", {}, name));

function answer(data, { sections, found, asked }) {
  if (sections.length) return sections.map(section => el("section", { class: "told-rule" },
    section.card && el("div", { class: "big" }, picture(data.cards.find(card => card.id === section.card))),
    el("h2", {}, section.title), section.text && el("p", {}, section.text),
    section.items.length > 0 && el("ul", {}, ...section.items.map(item => el("li", {}, item)))));
  if (found.length) return found.map(link);
  return [el("p", {}, t("look-up-nothing", { text: asked }))];
}

async function everything(data) {
  const index = await call("index");
  const group = (title, ...inside) => el("details", {}, el("summary", {}, el("b", {}, title)), ...inside);
  return [
    ...[1, 2, 3, 4].map(decade => group(`${t("tab-cards")}: ${words().decades[decade]}`, el("div", { class: "cards" }, ...data.cards.filter(card => card.decade === decade).map(card =>
      el("a", { class: "card", href: `#/lookup/${encodeURIComponent(card.id)}`, "aria-label": `${card.number} ${card.title}` }, picture(card)))))),
    group(t("rules"), el("div", { class: "results" }, ...index.rules.map(link))),
    group(t("rulings"), el("div", { class: "results" }, ...index.rulings.map(link))),
    group(t("findings"), el("div", { class: "results" }, ...index.codes.map(link))),
  ];
}
