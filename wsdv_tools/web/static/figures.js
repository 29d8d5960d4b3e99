// If the decade ended now: how it could end, and the sums of all phases on the board as it is.
import { button, el, openSheet } from "./dom.js";
import { call, patiently } from "./server.js";
import { t } from "./words.js";

export const figuresButton = position => button(["Σ", el("span", { class: "label" }, t("if-ended"))], () => showFigures(position()), { class: "round figures", "aria-label": t("if-ended"), title: t("if-ended") });

export async function showFigures(text) {
  const outlook = el("section", { class: "figure", "aria-live": "polite" }, "…"); // filled when the search is done
  const shown = location.hash;
  const { phases } = await call("figures", { text });
  if (location.hash !== shown) return; // the user has moved on
  openSheet(t("if-ended"), el("p", { class: "hint" }, t("if-ended-how")), outlook,
    ...phases.map(phase => el("section", { class: "figure" }, el("h3", {}, `${phase.phase}. ${phase.title}`), ...phase.sums.map(sum => el("p", { class: "sum" }, sum)))));
  const { title, endings } = await call("endings", { text }, patiently());
  outlook.replaceChildren(...(endings.length ? [el("h3", {}, title), ...endings.map(one => el("p", { class: "sum" }, one.text))] : []));
}
