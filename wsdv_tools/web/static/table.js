// A table: a position or a game. Opens it, keeps it live, and shows the screen that fits.
import { head, refusal } from "./app.js";
import { Table } from "./server.js";
import { PositionScreen } from "./position.js";
import { EndScreen } from "./ending.js";
import { GameScreen } from "./game.js";
import { loadBoard } from "./board.js";

export async function show(main, [name, part = ""]) {
  const data = await loadBoard();
  let screen = null, shown = "";
  const render = state => {
    const kind = state.view.kind === "position" ? (part === "end" && state.view.end ? "end" : "position") : "game";
    if (kind !== shown) {
      screen?.leave?.();
      screen = new ({ position: PositionScreen, end: EndScreen, game: GameScreen })[kind](main, data, table, part);
      shown = kind;
    }
    screen.update(state);
  };
  const table = new Table(name, render, refusal);
  head(name.replace(/\.(wsdv|ya?ml|json)$/, ""));
  await table.open();
  return () => { screen?.leave?.(); table.close(); };
}
