"""Many games as one page with plots: who wins how, which cards are used how, when games tip.

Only games without errors are counted; the others are listed at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import reason_words
from wsdv_tools.reports.charts import EAST, NAMES, PAIRS, PARTS, TRACKS, WEST, WORDS, Bar, bars, lines, track
from wsdv_tools.reports.html import page, text
from wsdv_tools.reports.rows import ILLEGAL, LEGAL
from wsdv_tools.words.vocabulary import MODES

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.reports.store import Store
    from wsdv_tools.rules.game import Game
    from wsdv_tools.words import Language

MOST_LISTED = 50
STILL_GOING = 0.1  # of all games: an average over fewer says nothing
DECADES = (1, 2, 3, 4)
# The rows of the table of decade ends: the phase, the words, the column.
_FIGURES = (
    (1, "figure-points", "dismantles"),
    (2, "figure-space", "prestige_space"),
    (3, "figure-track", "currency"),
    (3, "figure-exporters", "exporters"),
    (3, "figure-west-worst-export", "west_worst_export"),
    (3, "figure-standard", "east_standards"),
    (4, "figure-police-cards", "police"),
    (5, "stats.lost", "standards_lost"),
    (6, "unrest", "unrest_at_home"),
    (7, "unrest", "attack_unrest"),
    (9, "figure-change", "socialists_change"),
    (9, "figure-on-board", "socialists"),
    (10, "figure-protests-west", "west_protests"),
    (10, "figure-protests-east", "east_protests"),
)
_COUNTED = f"game IN (SELECT game FROM games WHERE legal = '{LEGAL}')"


def summary_page(store: Store, game: Game, language: Language) -> bytes:
    """The page, made from the tables by questions in SQL."""
    return _Summary(store, game, language).page()


class _Wins(NamedTuple):
    winner: str
    reason: str
    n: int


class _Summary:
    def __init__(self, store: Store, game: Game, language: Language) -> None:
        self.store, self.game, self.language = store, game, language
        counts = dict(store.ask("SELECT legal, count(*) FROM games GROUP BY legal"))
        self.legal, self.illegal = counts.get(LEGAL, 0), counts.get(ILLEGAL, 0)
        self.others = sum(counts.values()) - self.legal - self.illegal
        asked = "SELECT winner, reason, count(*) FROM games WHERE legal = ? AND winner IS NOT NULL GROUP BY 1, 2"
        self.wins = [_Wins(*row) for row in store.ask(f"{asked} ORDER BY 3 DESC, 1, 2", LEGAL)]

    def say(self, key: str, /, **values: Any) -> str:
        return self.language.say(f"texts.{key}", **values)

    def page(self) -> bytes:
        title = self.say("stats.title", n=self.legal + self.illegal + self.others)
        parts = [self._numbers()]
        if self.legal:
            parts += ['<div class="plots">', self._how(), self._when(), self._tips(), *self._course(), "</div>"]
            parts += ['<div class="plots">', *self._cards(), self._ends(), "</div>"]
        parts.append(self._wrong())
        body = f'<div class="page"><header class="top"><h1>{text(title)}</h1></header>{"".join(parts)}</div>'
        return page(self.language.code, title, body, {})

    def _box(self, heading: str, content: str, about: str = "", kind: str = "") -> str:
        about = f'<p class="sums">{text(about)}</p>' if about else ""
        return f'<section class="box {kind}"><h2>{text(heading)}</h2>{about}{content}</section>'

    def _numbers(self) -> str:
        won = {side.value: sum(win.n for win in self.wins if win.winner == side.value) for side in State}
        length = self.store.ask("SELECT avg(plays) FROM games WHERE legal = ?", LEGAL)[0][0]
        told = [(f"{self.legal}", self.say("stats.legal"))]
        if self.legal:
            told += [
                (f"{self._decimal(100 * won[side.value] / self.legal)} %", self.say("stats.wins", side=side))
                for side in State
            ]
            told.append((self._decimal(length), self.say("stats.length")))
        told += [(f"{self.illegal}", self.say("stats.faulty"))] if self.illegal else []
        told += [(f"{self.others}", self.say("stats.unread"))] if self.others else []
        boxes = "".join(f'<div class="box"><b>{text(number)}</b>{text(words)}</div>' for number, words in told)
        return f'<div class="numbers">{boxes}</div>'

    def _decimal(self, value: float | None) -> str:
        """With one decimal place; only English writes a point, not a comma."""
        if value is None:
            return "–"
        told = f"{value:.1f}".replace("-", "−")
        return told if self.language.code == "en" else told.replace(".", ",")

    def _share(self, n: float) -> str:
        return f"{n:g} ({100 * n / self.legal:.0f} %)"

    def _how(self) -> str:
        rows = []
        for win in self.wins:
            side = self.language.name(State(win.winner)) if win.winner != "none" else "–"
            label = f"{side}: {self.language.name(reason_words(win.reason))}"
            colour = {"west": WEST, "east": EAST}.get(win.winner, PARTS[0])
            rows.append(Bar(label, ((win.n, colour, f"{label}: {win.n}"),), self._share(win.n)))
        heading = self.say("stats.how")
        return self._box(heading, bars(heading, rows))

    def _when(self) -> str:
        asked = "SELECT decade, winner, count(*) FROM games WHERE legal = ? AND winner IS NOT NULL GROUP BY 1, 2"
        found: dict[int, dict[str, int]] = defaultdict(dict)
        for decade, winner, n in self.store.ask(asked, LEGAL):
            found[decade][winner] = n
        rows = []
        for decade in DECADES:
            parts = tuple(
                (float(found[decade].get(side.value, 0)), colour, self.say("stats.wins", side=side))
                for side, colour in zip(State, (WEST, EAST), strict=True)
            )
            rows.append(self._row(self._decade(decade), parts))
        heading = self.say("stats.when")
        return self._box(heading, self._sides() + bars(heading, rows))

    def _row(self, label: str, parts: tuple[tuple[float, str, str], ...]) -> Bar:
        told = tuple((value, colour, f"{label}, {name}: {value:g}") for value, colour, name in parts)
        return Bar(label, told, self._share(sum(value for value, _, _ in parts)))

    def _decade(self, decade: int) -> str:
        return self.say("decade", numeral=NUMERALS[decade])

    def _sides(self) -> str:
        keys = "".join(f'<span class="{side.value}">{text(self.language.name(side))}</span>' for side in State)
        return f'<p class="legend">{keys}</p>'

    def _legend(self, names: Sequence[str]) -> str:
        return (
            f'<p class="legend">{"".join(f"<span class=c{n}>{text(name)}</span>" for n, name in enumerate(names))}</p>'
        )

    def _tips(self) -> str:
        asked = (
            "SELECT tip_decade, tip_phase > 0, count(*) FROM games WHERE legal = ? AND winner IS NOT NULL GROUP BY 1, 2"
        )
        found: dict[tuple[int | None, int | None], int] = {
            (decade, is_end): n for decade, is_end, n in self.store.ask(asked, LEGAL)
        }
        names = [self.say("stats.tip-play"), self.say("stats.tip-end")]
        rows = [
            self._row(
                self._decade(decade),
                tuple(
                    (float(found.get((decade, number), 0)), PARTS[number], name) for number, name in enumerate(names)
                ),
            )
            for decade in DECADES
        ]
        rows.append(self._row(self.say("stats.tip-never"), ((float(found.get((None, None), 0)), PARTS[2], ""),)))
        heading = self.say("stats.tips")
        return self._box(heading, self._legend(names) + bars(heading, rows), self.say("stats.tips-about"))

    def _course(self) -> Iterator[str]:
        """Averages by the number of the play, as long as enough games are still running."""
        columns = [*TRACKS, *(f"{side.value}_{name}" for name in PAIRS for side in State)]
        averages = ", ".join(f"avg({column})" for column in columns)
        asked = f"SELECT {averages} FROM plays WHERE {_COUNTED} AND wall IS NOT NULL GROUP BY play"
        enough = self.store.ask(f"{asked} HAVING count(*) >= ? ORDER BY play", STILL_GOING * self.legal)
        if len(enough) < 2:
            return
        by_column = dict(zip(columns, zip(*enough, strict=True), strict=True))
        titles = {name: self.say(key) for name, key in WORDS.items()}
        titles |= {side.value: self.language.name(side) for side in State}
        figures = []
        for name in NAMES:
            if name in TRACKS:
                svg, keys = track(name, by_column[name], [], titles), ""
            else:
                svg = lines(name, titles[name], [by_column[f"{side.value}_{name}"] for side in State], [])
                keys = "".join(f'<span class="key-{side.value}">{text(titles[side.value])}</span>' for side in State)
            figures.append(f"<figure><figcaption><b>{text(titles[name])}</b>{keys}</figcaption>{svg}</figure>")
        content = f'<div class="charts still">{"".join(figures)}</div>'
        yield self._box(self.say("stats.course"), content, self.say("stats.course-about"), "wide")

    def _cards(self) -> Iterator[str]:
        asked = f"SELECT card, mode, count(*) FROM plays WHERE {_COUNTED} GROUP BY 1, 2"
        used: dict[str, dict[str, int]] = defaultdict(dict)
        for card, mode, n in self.store.ask(asked):
            used[card][mode] = n
        names = [self.say(f"play.mode-{mode}") for mode in MODES]
        halves = []
        for decade in DECADES:
            cards = [card for card in self.game.cards.values() if card.decade == decade]
            rows = [self._card(card, used[card.id], names) for card in cards]
            halves.append(f"<div><h3>{text(self._decade(decade))}</h3>{bars(self._decade(decade), rows)}</div>")
        content = f'{self._legend(names)}<div class="halves">{"".join(halves)}</div>'
        yield self._box(self.say("stats.cards"), content, kind="wide")

    def _card(self, card: Card, used: dict[str, int], names: Sequence[str]) -> Bar:
        title = f"{card.number} {self.language.title(card)}"
        parts = tuple(
            (float(used.get(mode, 0)), PARTS[number], f"{title}, {names[number]}: {used.get(mode, 0)}")
            for number, mode in enumerate(MODES)
        )
        return Bar(title, parts, str(sum(used.values())))

    def _ends(self) -> str:
        averages = ", ".join(f"avg({column})" for _, _, column in _FIGURES)
        asked = f"SELECT decade, count(*), {averages} FROM ends WHERE {_COUNTED} GROUP BY decade ORDER BY decade"
        found = self.store.ask(asked)
        head = "".join(f'<th class="number">{NUMERALS[row[0]]} ({row[1]})</th>' for row in found)
        lines_ = []
        for number, (phase, words, _) in enumerate(_FIGURES, 2):
            cells = "".join(f'<td class="number">{self._decimal(row[number])}</td>' for row in found)
            lines_.append(f"<tr><td>{phase}</td><td>{text(self.say(words))}</td>{cells}</tr>")
        table = f'<div class="scroll"><table><tr><th></th><th></th>{head}</tr>{"".join(lines_)}</table></div>'
        return self._box(self.say("stats.ends"), table, kind="wide")

    def _wrong(self) -> str:
        asked = "SELECT file, errors, first_error FROM games WHERE legal <> ? ORDER BY game LIMIT ?"
        found = self.store.ask(asked, LEGAL, MOST_LISTED)
        if not found:
            return ""
        lines_ = "".join(
            f'<tr><td>{text(file)}</td><td class="number">{errors}</td><td><code>{text(code or "")}</code></td></tr>'
            for file, errors, code in found
        )
        rest = self.illegal + self.others - len(found)
        more = f'<p class="sums">{text(self.say("stats.more", n=rest))}</p>' if rest else ""
        return self._box(self.say("stats.wrong"), f'<div class="scroll"><table>{lines_}</table></div>{more}')
