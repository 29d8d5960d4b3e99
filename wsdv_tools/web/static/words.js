// The words of the page, in one language. They come from the language files by way of the server.
import { get } from "./server.js";

let known = { words: {}, languages: {}, sides: {}, decades: {}, tracks: {}, modes: {}, lang: "en" };

export const lang = () => known.lang;
export const facts = () => known;

export async function speak(code) {
  known = await get(`/api/words?lang=${encodeURIComponent(code)}`);
  document.documentElement.lang = known.lang;
  localStorage.setItem("wsdv-lang", known.lang);
}

// The first language that was chosen here or that the browser prefers, of those that the server has words for.
export async function speakPreferred() {
  const wished = [localStorage.getItem("wsdv-lang"), ...navigator.languages.map(code => code.slice(0, 2))].filter(Boolean);
  await speak(wished[0] ?? "en");
  const best = wished.find(code => code in known.languages) ?? "en";
  if (best !== known.lang) await speak(best);
}

// A text with its {places} filled; of several forms the one for `n`.
export function t(key, values = {}) {
  let text = known.words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  if (typeof text === "object") text = text[new Intl.PluralRules(known.lang).select(values.n)] ?? text.other;
  return text.replace(/\{([a-z]+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
