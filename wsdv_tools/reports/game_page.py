"""One game as one page to send to a friend: the board with a slider, each play in words, charts, what decided it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.components.board_svg import BoardDrawing
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.reports.charts import NAMES, WORDS, Chart, charts
from wsdv_tools.reports.html import finding_box, listed, page, text
from wsdv_tools.reports.stops import Stop, stops
from wsdv_tools.reports.story import Entry, result, story
from wsdv_tools.reports.turning import LAST_PHASE, closest, turning
from wsdv_tools.telling.narrator import verdict
from wsdv_tools.telling.phrases import plain, signed
from wsdv_tools.telling.sums import sums

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.record.lines import Record
    from wsdv_tools.referee.verdicts import Checked
    from wsdv_tools.telling.phrases import Phrases

_SVG = re.compile(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>\s*<title>.*?</title>(.*)</svg>', re.DOTALL)
_EMPTY_LAYER = re.compile(r'<g id="pieces"\s*/>')
MOST_STOPS = 1_000  # a game has about 120; a record that goes on for ever still becomes a page
# Notes of findings where something is missing.
_GUESSED = ("outcomes-possible", "outcomes-too-many", "outcomes-unknown")
_PIECE_ID = re.compile(r' id="piece-[^"]*"')


class Told(NamedTuple):
    """A record that was read and checked, and who describes it."""

    record: Record
    checked: Checked
    phrases: Phrases
    lettering: Lettering


def game_page(told: Told) -> bytes:
    """The whole page, in one language; the same record gives the same bytes."""
    return _GamePage(told).page()


class _GamePage:
    def __init__(self, told: Told) -> None:
        self.checked, self.phrases = told.checked, told.phrases
        self.game = told.phrases.game
        self.name = told.lettering.game
        every = stops(told.checked)
        self.course, self.is_cut = every[:MOST_STOPS], len(every) > MOST_STOPS
        self.entries = story(told.phrases, told.record, told.checked, self.course)
        self.boards = _Boards(BoardDrawing(self.game, told.lettering), self.course) if self.course else None
        titles = {name: self.say(key) for name, key in WORDS.items()}
        titles |= {side.value: self.phrases.name(side) for side in State}
        self.titles = titles
        self.charts = charts(self.game, self.course, titles) if self.course else {}
        self.stop_titles = {entry.stop: entry.title for entry in self.entries if entry.stop is not None}

    def say(self, key: str, /, **values: Any) -> str:
        return self.phrases.say(key, **values)

    def page(self) -> bytes:
        title = self.checked.headers.get("title") or self.say("report.title")
        data: dict[str, Any] = {}
        if self.boards:
            values = {name: [[*map(int, line)] for line in chart.values] for name, chart in self.charts.items()}
            data = {"pieces": self.boards.pieces, "boards": self.boards.numbers, "values": values}
        body = f'<div class="page">\n{self._main(self._top(title))}\n{self._footer()}\n</div>'
        if self.boards:
            body = f"{self.boards.map}\n{body}"
        language = self.phrases.language.code
        return page(language, title, body, data).replace(b"<html ", b'<html class="no-script" ', 1)

    # Around it

    def _top(self, title: str) -> str:
        headers = self.checked.headers
        over = " · ".join(part for part in (self.name, headers.get("date", "")) if part)
        players = "".join(
            f'<span class="side {side.value}">{text(": ".join(filter(None, told)))}</span>'
            for side in State
            for told in [(self.phrases.name(side), headers.get(side.value, ""))]
        )
        errors = sum(finding.is_error for finding in self.checked.findings)
        checked = [self.say("check.plays", n=self.checked.plays)]
        checked.append(self.say("check.errors", n=errors) if errors else self.say("check.no-errors"))
        if self.checked.unchecked:
            checked.append(self.say("check.unchecked", n=self.checked.unchecked))
        return (
            f'<header class="top"><div class="over">{text(over)}</div><h1>{text(title)}</h1>'
            f'<div class="players">{players}</div><p class="verdict">{text(self._verdict())}</p>'
            f'<p class="sums">{text(", ".join(checked))}</p>{self._uncertain()}{self._general()}</header>'
        )

    def _verdict(self) -> str:
        outcome = self.checked.moments[-1].outcome if self.checked.moments else None
        if (
            outcome
            and outcome.winner
            and (outcome.winner, outcome.reason) == (self.checked.winner, self.checked.reason)
        ):
            return " ".join(verdict(self.phrases, outcome))
        told = result(self.phrases, self.checked)
        return told[:1].upper() + told[1:]

    def _uncertain(self) -> str:
        """Readers should know that a board is a guess, or that others are missing."""
        guessed = (
            finding.place.line
            for finding in self.checked.findings
            if finding.place and any(note.code in _GUESSED for note in finding.notes)
        )
        line = min(guessed, default=None)
        told = [self.say("report.uncertain", line=line)] if line else []
        told += [self.say("report.too-long", n=MOST_STOPS)] if self.is_cut else []
        return "".join(f'<p class="sums">{text(sentence)}</p>' for sentence in told)

    def _general(self) -> str:
        """Findings that belong to no line of the record."""
        own = self.checked.file
        apart = [finding for finding in self.checked.findings if not finding.place or finding.place.file != own]
        return "".join(finding_box(finding, self.phrases.language) for finding in apart)

    def _footer(self) -> str:
        return f"<footer>{text(self.say('report.made', file=self.checked.file))}</footer>"

    # The board and what is beside it

    def _main(self, top: str) -> str:
        if not self.boards:
            return f'<main class="grid">{top}{self._story()}</main>'
        names = {name: text(self.say(f"report.{name}")) for name in ("slider", "back", "on", "run", "halt")}
        controls = (
            f'<button id="r-back" type="button" aria-label="{names["back"]}" title="{names["back"]}">‹</button>'
            f'<input id="r-slider" type="range" min="0" max="{len(self.course) - 1}" value="{len(self.course) - 1}" '
            f'aria-label="{names["slider"]}">'
            f'<button id="r-on" type="button" aria-label="{names["on"]}" title="{names["on"]}">›</button>'
            f'<button id="r-run" type="button" data-run="{names["run"]}" data-halt="{names["halt"]}">▶</button>'
        )
        return (
            f'<main class="grid game">\n{top}\n<div class="table" id="r-board">{self.boards.live()}'
            f'<div class="controls">{controls}</div></div>\n'
            f'<div class="side-by"><div class="box now" id="r-now" aria-live="polite"></div>\n'
            f"{self._decided()}\n{self._charts()}\n{self._story()}</div>\n</main>"
        )

    def _link(self, stop: int) -> str:
        title = self.stop_titles.get(stop) or self.say("report.start")
        where = self.say("decade", numeral=NUMERALS[self.course[stop].decade])
        return f'<a href="#stop-{stop}" data-stop="{stop}">{text(where)}: {text(title)}</a>'

    def _decided(self) -> str:
        """What decided the game, as far as a rule did."""
        checked = self.checked
        outcome = checked.moments[-1].outcome if checked.moments else None
        if not outcome or not outcome.winner or self.is_cut:
            return ""
        parts = [f'<p class="sums">{text(line)}</p>' for line in sums(self.phrases, outcome.reports[-1])]
        found = turning(self.game, self.course, outcome.winner, outcome.reason)
        if found and found.tip is not None:
            parts.append(f"<p>{text(self.say('report.tip'))} {self._link(found.tip)}</p>")
        if found and found.steps:
            links = "".join(f"<li>{self._link(stop)}</li>" for stop in found.steps)
            parts.append(f"<p>{text(self.say('report.steps'))}</p><ul>{links}</ul>")
        if not found and (escapes := closest(self.game, self.course)):
            for key, escape in zip(("report.closest", "report.least"), escapes, strict=True):
                parts.append(f"<p>{text(self.say(key, n=escape.n, numeral=NUMERALS[escape.decade]))}</p>")
        return f'<section class="box decided"><h2>{text(self.say("report.decided"))}</h2>{"".join(parts)}</section>'

    def _charts(self) -> str:
        figures = "\n".join(self._figure(name, self.charts[name]) for name in NAMES)
        heading = text(self.say("report.charts"))
        return f'<section class="box"><h2>{heading}</h2><div class="charts">{figures}</div></section>'

    def _figure(self, name: str, chart: Chart) -> str:
        """With the numbers of the stop that is shown; without a script, of the last one."""
        if len(chart.values) == 1:
            numbers = f'<span id="value-{name}-0">{signed(int(chart.values[0][-1]))}</span>'
        else:
            numbers = "".join(
                f'<span class="key-{side.value}">{text(self.titles[side.value])} '
                f'<span id="value-{name}-{number}">{plain(int(chart.values[number][-1]))}</span></span>'
                for number, side in enumerate(State)
            )
        return f"<figure><figcaption><b>{text(self.titles[name])}</b>{numbers}</figcaption>{chart.svg}</figure>"

    # Line by line

    def _story(self) -> str:
        sections = "\n".join(self._section(entries) for entries in _sections(self.entries))
        first = ""
        if self.course:
            first = f"<ol>{self._entry(Entry('start', self.say('report.start'), stop=0), '')}</ol>"
        return f'<section class="story"><h2>{text(self.say("report.plays"))}</h2>{first}{sections}</section>'

    def _section(self, entries: Sequence[Entry]) -> str:
        over = entries[0].title if entries[0].kind == "decade" else ""
        items = "\n".join(self._entry(entry, over) for entry in entries if entry is not entries[0] or not over)
        heading = f"<h3>{text(over)}</h3>" if over else ""
        boxes = "".join(finding_box(finding, self.phrases.language) for finding in entries[0].findings) if over else ""
        return f"<section>{heading}{boxes}<ol>{items}</ol>{self._on_paper(entries)}</section>"

    def _entry(self, entry: Entry, over: str) -> str:
        side = entry.side.value if entry.side else ""
        id_, title = "", f'<span class="title">{text(entry.title)}</span>'
        told_side = f"{self.phrases.name(entry.side)} · " if entry.side else ""
        if entry.kind == "line":
            title = f'<span class="title raw">{text(entry.title)}</span>'
        elif entry.kind == "note":
            title = f"<blockquote>{text(entry.title)}</blockquote>"
        elif entry.stop is not None:
            id_ = f' id="stop-{entry.stop}" data-side="{side}" data-over="{text(over)}"'
            title = (
                f'<a class="title" href="#stop-{entry.stop}" data-stop="{entry.stop}">'
                f"{text(told_side)}{text(entry.title)}</a>"
            )
        quotes = "".join(f"<blockquote>{text(comment)}</blockquote>" for comment in entry.comments)
        findings = "".join(finding_box(finding, self.phrases.language) for finding in entry.findings)
        kinds = " ".join(filter(None, ("note" if entry.kind == "note" else "entry", entry.kind, side)))
        return (
            f'<li{id_} class="{kinds}">{title}{listed(entry.lines)}{listed(entry.done, "done")}{quotes}{findings}</li>'
        )

    def _on_paper(self, entries: Sequence[Entry]) -> str:
        """The board after the decade, for paper and for readers without scripts."""
        stops_ = [entry.stop for entry in entries if entry.stop is not None]
        if not stops_ or not self.boards:
            return ""
        last = self.course[stops_[-1]]
        key = "report.board-end" if last.phase == LAST_PHASE else "report.board-last"
        caption = text(self.say(key, numeral=NUMERALS[last.decade]))
        return (
            f'<figure class="paper"><figcaption><b>{caption}</b></figcaption>{self.boards.still(stops_[-1])}</figure>'
        )


def _sections(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Cut before every decade."""
    section: list[Entry] = []
    for entry in entries:
        if entry.kind == "decade" and section:
            yield section
            section = []
        section.append(entry)
    if section:
        yield section


class _Boards:
    """The map once, every piece that ever lies on it once, and which of them lie there at each stop."""

    def __init__(self, drawing: BoardDrawing, course: Sequence[Stop]) -> None:
        match = _SVG.search(drawing.board())
        assert match
        self._box, inner = match[1], match[2]
        map_ = _EMPTY_LAYER.sub("", inner)
        self.map = f'<svg class="hidden" aria-hidden="true" focusable="false"><g id="r-map">{map_}</g></svg>'
        known: dict[str, int] = {}
        self.numbers = [
            [known.setdefault(piece, len(known)) for piece in drawing.each_place(stop.position, stop.before)]
            for stop in course
        ]
        self.pieces = list(known)

    def _at(self, stop: int) -> str:
        return "".join(self.pieces[number] for number in self.numbers[stop])

    def live(self) -> str:
        """The board that the slider changes; without a script it is the last one."""
        return self._svg(f'<g id="pieces">{self._at(len(self.numbers) - 1)}</g>')

    def still(self, stop: int) -> str:
        return self._svg(f"<g>{_PIECE_ID.sub('', self._at(stop))}</g>")

    def _svg(self, pieces: str) -> str:
        return f'<svg class="board" viewBox="{self._box}"><use href="#r-map"/>{pieces}</svg>'
