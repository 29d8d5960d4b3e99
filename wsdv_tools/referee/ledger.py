"""A record that grows line by line while the game is played. Its text is its only state.

Every line is on the disk before the next is asked for. After each change the whole record is read and checked
again, with what is known of its lines: that takes milliseconds, and what comes next follows from it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.lines import Decade, End, Header, Line, Phase, Play, Record, ResultLine, Row, Statements
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.record_files import Unfinished, draft_of, draft_text, read_draft, record_text
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.course import HALVES
from wsdv_tools.sources.saving import back_up, save_apart, save_bytes, save_text
from wsdv_tools.sources.text_reader import read_bytes, read_text, text_lines

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.verdicts import Judgements
    from wsdv_tools.rules.position import Position

# Lines that say how the game goes; a header, a note, a `hand` or a `check` line does not.
_COURSE = (Decade, Row, Play, End, Phase, ResultLine)

_BY_ITSELF = (Decade, End)  # lines that nobody has to type

_UNTOLD = frozenset({"result-missing", "header-missing"})  # of a record in the making


class Due(Enum):
    """What a record needs next."""

    DECADE = "decade"
    ROW = "row"
    PLAY = "play"
    END = "end"
    DECADE_END = "decade-end"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Draft:
    """A record as it would be with another text; `line` is the new line's number."""

    text: str
    record: Record
    line: int
    notation: Notation
    judged: Judgements | None

    @cached_property
    def checked(self) -> Checked:
        """What is wrong with it, when somebody asks. What a decade end under way decides is still to come."""
        return check_record(self.record, self.notation, goes_on=self.ending is not None, judged=self.judged)

    @property
    def ending(self) -> End | None:
        """The `end` line of a decade end that is going on: the next decade has not begun."""
        last = None
        for line in self.record.lines:
            if isinstance(line, End):
                last = line
            elif isinstance(line, _COURSE) and not isinstance(line, Phase):
                last = None
        return last

    @property
    def findings(self) -> list[Finding]:
        """What there is to say about the new line; what a decade end decides is still to come."""
        untold = _UNTOLD | {"decision-missing"} if isinstance(self.new_line, End) else _UNTOLD
        return [
            finding
            for finding in self.checked.findings
            if finding.place and self._is_of_line(finding.place) and finding.code not in untold
        ]

    def _is_of_line(self, place: Place) -> bool:
        """Whether something is in the new line, or in the file that it names."""
        new, file = self.new_line, self.record.file
        if isinstance(new, Statements) and new.names_file and place.file == str(Path(file).parent / new.said.text):
            return True
        return place.file == file and place.line == self.line

    @property
    def new_line(self) -> Line:
        return self.record.lines[self.line - 1]


class Ledger:
    """A record file that is being written."""

    def __init__(self, path: Path, notation: Notation, judged: Judgements | None = None) -> None:
        self.path = path
        self.notation = notation
        self._judged = judged  # what was said of its lines, for whoever types on and on
        self._now = Draft("", Record(str(path)), 0, notation, self._judged)
        self.trouble: OSError | None = None  # why the file could not be written last time
        self.copy: Path | None = None  # where something was put that would have been lost
        self._disk: bytes | None = None  # what is in the file, as far as we know

    def open(self) -> list[Finding]:
        """Read the file, if there is one; gives the reason where it is not a record."""
        if self.path.exists():
            self._disk, findings = read_bytes(self.path)
            if self._disk is None:
                return findings
        text, findings = record_text(self._disk or b"", str(self.path))
        if text is not None:
            self.hold(text)
        return findings

    def hold(self, text: str) -> None:
        """Go on with this text and the rulings that it names; the disk is left alone."""
        for line in self._read(text).lines:
            if isinstance(line, Header) and line.key == "rules":
                self.notation, _ = self.notation.with_rulings(line.value)
        self._become(text)

    @property
    def text(self) -> str:
        return self._now.text

    @property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def record(self) -> Record:
        return self._now.record

    @property
    def checked(self) -> Checked:
        return self._now.checked

    @property
    def is_saved(self) -> bool:
        return self.trouble is None

    # Growing

    def with_line(self, line: str) -> Draft:
        """The record with one more line; a new decade follows a blank line."""
        text, end = self.text, self._line_end
        if text and not text.endswith(("\n", "\r")):
            text += end
        if line.startswith("decade") and text:
            text += end
        number = len(text_lines(text))
        return self._draft(f"{text}{line}{end}", number)

    def with_phases(self, lines: str) -> Draft:
        """The record with other phase lines at its end; what else follows `end` stays before them."""
        ending = self.ending
        behind = ending.span.line if ending else len(self.record.lines)
        phases = {line.span.line: line for line in self.record.lines[behind:] if isinstance(line, Phase)}
        kept = []
        for number, text in enumerate(text_lines(self.text), 1):
            if number not in phases:
                kept.append(text)
            elif not phases[number].is_whole:  # what cannot be read stays, for people to look at
                kept.append(f"# {text}")
        while kept and not kept[-1].strip():
            kept.pop()
        end = self._line_end
        return self._draft("".join(f"{text}{end}" for text in [*kept, *lines.splitlines()]), len(kept) + 1)

    def without_last(self) -> tuple[Draft, str] | None:
        """The record without its last line, and that line; lines nobody typed go with it. None: nothing is left.

        A decade that has just begun goes back to the question that ended the last one.
        """
        texts = text_lines(self.text)
        while True:
            last = next((line for line in reversed(self._read("\n".join(texts)).lines) if type(line) is not Line), None)
            if last is None or (isinstance(last, Header) and last.key != "note"):
                return None
            index = last.span.line - 1
            taken = texts.pop(index)
            while len(texts) > 1 and not texts[-1].strip() and not texts[-2].strip():
                texts.pop()
            rest = self._read("\n".join(texts))
            before = next((line for line in reversed(rest.lines) if isinstance(line, _COURSE)), None)
            reopens = isinstance(last, Decade | ResultLine) and isinstance(before, End | Phase)
            if reopens or not isinstance(last, _BY_ITSELF):
                text = self._line_end.join(texts)
                if text and not text.endswith("\n"):
                    text += self._line_end
                return self._draft(text, len(texts)), taken.strip()

    def _draft(self, text: str, line: int) -> Draft:
        return Draft(text, self._read(text), line, self.notation, self._judged)

    def _read(self, text: str) -> Record:
        return read_record(text, str(self.path), self.notation)

    def _become(self, text: str) -> None:
        self._now = self._draft(text, 0)

    # Keeping

    def keep(self, draft: Draft) -> bool:
        """Make a draft the record, and save it. False where somebody else has written to the file meanwhile:
        then that is the record now, and the draft is not taken."""
        self.copy = None
        found = read_bytes(self.path)[0] if self.path.exists() else None
        if found is None and self.path.exists():
            found = self._disk  # writing will say what is wrong
        if found is not None and found != self._disk:
            theirs, _ = record_text(found, str(self.path))
            if theirs is not None:
                self._take_over(found, theirs)
                return False
            self.copy = back_up(self.path)
        self._now = draft
        self.save()
        if self.is_saved and self.unfinished is None:
            self.keep_unfinished(None)
        return True

    def save(self) -> None:
        """Write the record; where that fails `trouble` says why, and all is still in memory."""
        data = self.text.encode("utf-8")
        try:
            save_bytes(self.path, data)
        except OSError as error:
            self.trouble = error
        else:
            self._disk, self.trouble = data, None

    def _take_over(self, found: bytes, theirs: str) -> None:
        """Read what somebody else has written; our own lines that could not be saved yet come after it."""
        known = (self._disk or b"").decode("utf-8-sig", "replace")
        self._disk = found
        if self.is_saved or self.text == known:
            self._become(theirs)
        elif self.text.startswith(known):
            self._become(theirs + ("" if theirs.endswith("\n") else "\n") + self.text[len(known) :])
            self.save()
        else:  # ours is not a continuation of what was there: both are kept
            self.copy = save_apart(self.path, self.text.encode("utf-8"), "ours")
            self._become(theirs)

    # What is under way

    @property
    def unfinished(self) -> Unfinished | None:
        """The next line as far as it was decided, here or on the page."""
        path = draft_of(self.path)
        text = read_text(path)[0] if path.exists() else None
        return read_draft(text or "", self.checked, self.notation)

    def keep_unfinished(self, unfinished: Unfinished | None) -> None:
        """Write it beside the record, or take it away; what cannot be written is still in memory."""
        path, text = draft_of(self.path), draft_text(self.checked, unfinished)
        with suppress(OSError):
            if text:
                save_text(path, text)
            else:
                path.unlink(missing_ok=True)

    # What comes next

    @property
    def ending(self) -> End | None:
        return self._now.ending

    @property
    def due(self) -> Due:
        if any(isinstance(line, ResultLine) for line in self.record.lines):
            return Due.NOTHING
        if self.ending:
            return Due.DECADE_END
        course = self.checked.position.course if self.checked.position else None
        if course is None:
            return Due.DECADE
        if course.display:
            return Due.PLAY
        return Due.ROW if course.half < HALVES else Due.END

    @property
    def findings(self) -> list[Finding]:
        """What there is to say about the record; an undecided decade end is not a fault while it goes on."""
        ending = self.ending
        untold = _UNTOLD | ({"decision-missing"} if ending else set())
        last = ending.span.line if ending else 0
        return [
            finding
            for finding in self.checked.findings
            if finding.code not in untold or bool(finding.place and finding.place.line < last)
        ]

    def before_end(self) -> tuple[Position | None, bool]:
        """The board a decade end starts from, and whether it is certain."""
        ending = self.ending
        if ending is None:
            return self.checked.position, self.checked.is_certain
        checked = check_record(self.record, self.notation, ending.span.line - 1, judged=self._judged)
        return checked.position, checked.is_certain
