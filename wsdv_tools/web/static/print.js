// Print: what, on which paper, how; a preview of every page, and the PDF.
import { head } from "./app.js";
import { button, el, replaceInside } from "./dom.js";
import { call, patiently } from "./server.js";
import { t } from "./words.js";

const KEY = "wsdv-print";

export async function show(main) {
  head(t("print"));
  const { choices, matters, names } = await call("print-choices");
  const first = Object.fromEntries(Object.entries(choices).map(([key, values]) => [key, values[0]]));
  const chosen = { ...first, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  for (const key of Object.keys(chosen)) if (!choices[key]?.includes(chosen[key])) chosen[key] = first[key];
  let page = 0, turn = 0;
  const what = el("div", { class: "first" }), options = el("div", { class: "print-options" }), sheet = el("div", { class: "sheet-view", "aria-live": "polite" }), pager = el("div", { class: "row spread" });
  const name = (key, value) => (value in names && key !== "component" ? names[value] : t(`print-${key}-${value}`));
  const draw = async () => {
    const mine = ++turn;
    localStorage.setItem(KEY, JSON.stringify(chosen));
    saving.textContent = t(chosen.component === "kit" ? "print-save-kit" : "print-save");
    const choice = key => el("label", {}, el("span", {}, t(`print-${key}`)),
      el("select", { "data-key": key, onchange: event => { chosen[key] = event.target.value; page = 0; draw(); } },
        ...choices[key].map(value => el("option", { value, selected: value === chosen[key] }, name(key, value)))));
    replaceInside(what, choice("component"));
    replaceInside(options, ...matters[chosen.component].map(choice), el("p", { class: "hint" }, t("print-how")));
    const shown = await call("print-preview", { ...chosen, page });
    if (mine !== turn) return;
    page = shown.page;
    const picture = el("img", { alt: t("page-of", { page: page + 1, n: shown.pages }), src: URL.createObjectURL(new Blob([shown.svg], { type: "image/svg+xml" })), width: Math.round(shown.width), height: Math.round(shown.height) });
    picture.onload = () => URL.revokeObjectURL(picture.src);
    sheet.replaceChildren(picture);
    const go = by => () => { page += by; draw(); };
    replaceInside(pager, button("‹", go(-1), { disabled: page === 0, "aria-label": t("page-before"), "data-key": "before" }),
      el("span", {}, t("page-of", { page: page + 1, n: shown.pages })), button("›", go(1), { disabled: page + 1 === shown.pages, "aria-label": t("page-next"), "data-key": "next" }));
  };
  const saving = button("", event => save(event), { class: "go", "data-key": "save" });
  const save = async event => {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    try {
      const { name: file, type, data } = await call("print", chosen, patiently());
      const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
      const link = el("a", { href: URL.createObjectURL(new Blob([bytes], { type })), download: file });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } finally { pressed.disabled = false; }
  };
  main.replaceChildren(el("div", { class: "printing" }, what, el("div", { class: "shown" }, sheet, pager), el("div", { class: "saving" }, saving), options));
  await draw();
}
