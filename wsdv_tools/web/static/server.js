// The way to the server: what is asked, and taps that are neither lost nor counted twice.
import { released } from "./dom.js";

const PATIENCE = 15000; // milliseconds until a question is asked again
const AGAIN = 2000; // milliseconds until a rejected listener tries again
const LAST_TRIES = 8; // for a tap whose table is closed already
let lang = () => "en";
export const askIn = give => { lang = give; };

export class Refused extends Error {
  constructor(status, error) { super(error.sentence ?? ""); this.status = status; this.error = error; }
}
export class Away extends Error {} // nobody answers

async function ask(path, options = {}) {
  let answer, data;
  try {
    answer = await fetch(path, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE), ...options });
    const type = answer.headers.get("Content-Type") ?? "";
    data = type.includes("json") ? await answer.json() : await answer.text();
  } catch { // also an answer that is cut off
    online(false);
    throw new Away();
  }
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) { online(answer.status === 503); throw new Away(); }
  online(true);
  if (answer.status === 409 && data.view) return { ...data, overtaken: true };
  if (!answer.ok) throw new Refused(answer.status, data.error ?? { code: "error", sentence: "" });
  return data;
}

export const get = path => ask(path);
export const post = (path, body, more = {}) =>
  ask(path, { ...more, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lang: lang(), ...body }) });
export const call = (name, body = {}, more = {}) => post(`/api/call/${name}`, body, more);
export const patiently = () => ({ signal: AbortSignal.timeout(8 * PATIENCE) }); // for what may take long

// Whether the server can be reached; listeners are notified when it changes.
let isOnline = true;
const listeners = new Set();
export const onOnline = listener => listeners.add(listener);
function online(now) {
  if (now === isOnline) return;
  isOnline = now;
  for (const listener of listeners) listener(now);
}

// The secret in the link's fragment becomes a cookie, and disappears from the address; it stays while nobody answers.
export async function enter() {
  const found = /^#([^/]+)(\/.*)?$/.exec(location.hash);
  if (!found) return;
  let isAnswered = true;
  try {
    await post("/api/enter", { secret: decodeURIComponent(found[1]) });
  } catch (error) {
    isAnswered = !(error instanceof Away);
    throw error;
  } finally {
    if (isAnswered) history.replaceState(null, "", `${location.pathname}#${found[2] ?? "/"}`);
  }
}

const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, "0")).join("");

let underWay = 0; // taps at all tables: those of one that is closed are still sent
const queues = new Map(); // the last tap of each table

function count(by) {
  underWay += by;
  if (underWay) document.body.dataset.waiting = underWay;
  else delete document.body.dataset.waiting;
}

const takenSides = seats => Object.keys(seats ?? {}).filter(side => seats[side] !== "free");

// One table, as it is on the server. `tap` waits for the taps before it; a tap that nobody answered is sent again
// under the same id, so that it counts once.
export class Table {
  constructor(name, changed, refused) {
    this.name = name; this.changed = changed; this.refused = refused;
    this.state = null; this.waiting = 0; this.closed = false;
    this.asked = 0; this.taken = 0; // numbers of states that were asked for, and of the one that is shown
    this.told = null; // what an event said, unless a tap was sent since
    this.path = `/api/tables/${encodeURIComponent(name)}`; // at the server
    this.link = `#/t/${encodeURIComponent(name)}`; // in the page
  }
  async open() {
    await Promise.race([queues.get(this.name), wait(AGAIN)]); // what was tapped here before comes first
    await this.load();
    this.listen();
    this.wake = () => { if (document.visibilityState === "visible") { this.load().catch(() => {}); this.listen(); } };
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
  }
  close() {
    this.closed = true;
    this.events?.close();
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
  }
  number() { this.asked += 1; return this.asked; }
  async load() {
    const order = this.number();
    await this.take(await get(`${this.path}?lang=${lang()}`), order);
  }
  // Shows a state; one that is shown already is not drawn again. What was loaded before a tap was answered is too old.
  async take(state, order = this.number()) {
    await released();
    if (order < this.taken) return;
    this.taken = order;
    const shown = JSON.stringify([state.version, state.seat, state.seats]);
    this.state = state;
    if (this.closed || shown === this.shown) return;
    this.shown = shown;
    this.changed(state);
    document.body.dataset.version = state.version;
  }
  listen() {
    this.events?.close();
    this.events = new EventSource(`${this.path}/events`);
    this.events.onmessage = event => { this.told = JSON.parse(event.data); this.catchUp(); };
    this.events.onerror = () => { // a browser comes again by itself, but not after an answer that it did not expect
      if (this.events.readyState === EventSource.CLOSED) setTimeout(() => this.closed || this.listen(), AGAIN);
    };
  }
  // Loads what others did, unless taps are under way: then it waits for their answers.
  catchUp() {
    if (this.waiting || this.closed || !this.told || !this.state) return;
    const isSame = this.told.version === this.state.version && String(this.told.taken) === String(takenSides(this.state.seats));
    if (!isSame) this.load().catch(() => {});
  }
  inTurn(work) {
    this.waiting += 1;
    count(1);
    const turn = (queues.get(this.name) ?? Promise.resolve()).then(work).finally(() => { this.waiting -= 1; count(-1); this.catchUp(); });
    const last = turn.catch(() => {}).then(() => { if (queues.get(this.name) === last) queues.delete(this.name); });
    queues.set(this.name, last);
    return turn;
  }
  // `make` gives the tap when its turn has come, from the table as it is then; nothing where it makes no sense any
  // more. `accepted` is called before the answer is drawn.
  tap(make, accepted) { return this.inTurn(() => this.send(make, accepted)); }
  async send(make, accepted) {
    const tap = make(this.state.view);
    if (!tap) return false;
    const id = newId(), version = this.state.version;
    for (let pause = 300, left = LAST_TRIES; left > 0; pause = Math.min(pause * 1.6, 4000), left -= this.closed ? 1 : 0) {
      try {
        this.told = null;
        const state = await post(this.path, { version, id, do: tap });
        if (!state.overtaken) accepted?.();
        await this.take(state);
        if (state.overtaken) this.refused({ code: "overtaken" });
        return !state.overtaken;
      } catch (error) {
        if (error instanceof Refused) { this.refused(error.error); await this.load().catch(() => {}); return false; }
        if (!(error instanceof Away)) throw error;
        await wait(pause);
      }
    }
    return false;
  }
  hint(step) { return post(`${this.path}/hint`, { do: step }, patiently()); }
  sit(asked) {
    return this.inTurn(async () => {
      await this.take(await post(`${this.path}/seat`, asked));
      if (!this.closed) this.listen();
    });
  }
}
