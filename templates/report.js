
"use strict";
const data = JSON.parse(document.getElementById("r-data").textContent);
const find = (id) => document.getElementById(id);
document.documentElement.classList.remove("no-script");
if (data.boards) {
  const slider = find("r-slider"), run = find("r-run"), layer = find("pieces"), now = find("r-now");
  const last = data.boards.length - 1;
  let at = -1, clock = 0;

  const number = (value, isSigned) => {
    const text = String(Math.abs(value));
    return value < 0 ? "\u2212" + text : isSigned && value > 0 ? "+" + text : text;
  };
  const show = (stop) => {
    stop = Math.min(last, Math.max(0, stop));
    if (stop === at) return;
    const before = find("stop-" + at), entry = find("stop-" + stop);
    at = stop;
    slider.value = stop;
    layer.innerHTML = data.boards[stop].map((piece) => data.pieces[piece]).join("");
    if (before) before.classList.remove("current");
    entry.classList.add("current");
    now.className = "box now " + entry.dataset.side;
    now.replaceChildren(...Array.from(entry.cloneNode(true).childNodes));
    now.prepend(Object.assign(document.createElement("div"), { className: "over", textContent: entry.dataset.over }));
    slider.setAttribute("aria-valuetext", entry.querySelector(".title").textContent);
    for (const [name, lines] of Object.entries(data.values)) {
      const mark = find("now-" + name);
      const step = Number(mark.closest("svg").dataset.step);
      mark.setAttribute("transform", "translate(" + (stop * step).toFixed(3) + " 0)");
      lines.forEach((values, line) => {
        find("value-" + name + "-" + line).textContent = number(values[stop], lines.length === 1);
      });
    }
  };
  const halt = () => {
    clearInterval(clock);
    clock = 0;
    run.textContent = "\u25b6";
    run.setAttribute("aria-label", run.dataset.run);
    run.title = run.dataset.run;
  };
  const start = () => {
    if (at === last) show(0);
    run.textContent = "\u275a\u275a";
    run.setAttribute("aria-label", run.dataset.halt);
    run.title = run.dataset.halt;
    clock = setInterval(() => (at === last ? halt() : show(at + 1)), 1100);
  };
  const go = (stop) => {
    halt();
    show(stop);
    history.replaceState(null, "", "#at-" + at);
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  find("r-back").addEventListener("click", () => go(at - 1));
  find("r-on").addEventListener("click", () => go(at + 1));
  run.addEventListener("click", () => (clock ? halt() : start()));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-stop]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.dataset.stop));
    if (find("r-board").getBoundingClientRect().bottom < 120) find("r-board").scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(at - 1);
    if (event.key === "ArrowRight") go(at + 1);
  });
  halt();
  const asked = /^#at-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : last);
}
