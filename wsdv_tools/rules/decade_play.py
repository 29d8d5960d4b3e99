"""A decade end in progress as a value: one play for each phase (9-order)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn, numbered_phases
from wsdv_tools.rules.decade_end import ALL_PHASES, Outcome, Report
from wsdv_tools.rules.play import Answer, Decision, Play, reading
from wsdv_tools.rules.run import Done, How

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.position import Position

PhasePlay = Play["Position", Turn | Phase]


@dataclass(frozen=True)
class DecadeEnd:
    """The phases begun so far; all but the last are over."""

    phases: tuple[int, ...]  # those that are gone through
    plays: tuple[PhasePlay, ...]

    @classmethod
    def begin(cls, rules: Adjudicator, position: Position, phases: Sequence[int] = ALL_PHASES) -> DecadeEnd:
        phases = numbered_phases(phases)
        return cls(phases, (Play(rules, position, Phase(phases[0])),))._moved_on()

    def _moved_on(self) -> DecadeEnd:
        """Begin the phases that follow one that is over."""
        plays = list(self.plays)
        while plays[-1].is_over and plays[-1].winner is None and len(plays) < len(self.phases):
            plays.append(Play(plays[-1].rules, plays[-1].position, Phase(self.phases[len(plays)])))
        return self if len(plays) == len(self.plays) else replace(self, plays=tuple(plays))

    def _with(self, play: PhasePlay) -> DecadeEnd:
        return replace(self, plays=(*self.plays[:-1], play))._moved_on()

    # What it tells

    @property
    def start(self) -> Position:
        return self.plays[0].start

    @property
    def phase(self) -> int:
        """The phase that is going on, or was the last."""
        return self.phases[len(self.plays) - 1]

    @property
    def pending(self) -> Decision | None:
        return self.plays[-1].pending

    @property
    def position(self) -> Position:
        return self.plays[-1].position

    @property
    def winner(self) -> State | None:
        return self.plays[-1].winner

    @property
    def reason(self) -> str | None:
        return self.plays[-1].reason

    @property
    def decisions(self) -> list[tuple[int, Done]]:
        """What somebody decided, with its phase."""
        return [(phase, done) for phase, done in self.log if done.how is How.CHOSEN]

    @property
    def log(self) -> list[tuple[int, Done]]:
        """All that was done, with its phase."""
        return [(report.phase, done) for report in self.outcome.reports for done in report.done]

    @property
    def answers(self) -> list[tuple[int, Answer]]:
        return [(phase, answer) for phase, play in self._by_phase() for answer in play.answers]

    def _by_phase(self) -> list[tuple[int, PhasePlay]]:
        return list(zip(self.phases, self.plays, strict=False))

    @property
    def outcome(self) -> Outcome:
        """How far it went, with a report of each phase."""
        rules = self.plays[0].rules
        assert isinstance(rules, Adjudicator)
        reports = [Report(rules.game, phase, play.start, list(play.done)) for phase, play in self._by_phase()]
        pending = self.pending.choice if self.pending else None
        return Outcome(self.position, reports, self.winner, self.reason, pending)

    # What comes of it

    def take(self, step: Step, insist: bool = False) -> DecadeEnd:
        """The decade end after an answer."""
        return self._with(self.plays[-1].take(step, insist))

    def advanced(self) -> DecadeEnd:
        return self._with(self.plays[-1].advanced())

    def settled(self) -> DecadeEnd:
        """The decade end at the next decision that somebody must take, or at its end."""
        end = self
        while (play := end.plays[-1].settled()) is not end.plays[-1]:
            end = end._with(play)
        return end

    def back(self) -> DecadeEnd | None:
        """Before the last decision that somebody took; None where there was none."""
        for number in range(len(self.plays), 0, -1):
            play = self.plays[number - 1].back()
            if play is not None:
                return replace(self, plays=(*self.plays[: number - 1], play))
        return None

    def before_phase(self, phase: int) -> DecadeEnd:
        """At the start of a phase that was begun, or of the first."""
        number = max(1, sum(each < phase for each in self.phases[: len(self.plays)]) + 1)
        kept = self.plays[: min(number, len(self.plays))]
        return replace(self, plays=(*kept[:-1], replace(kept[-1], answers=())))._moved_on()

    # Storing and hiding

    def as_data(self) -> dict[str, Any]:
        """Plain data: the first play, and the answers to all of them by phase; `only` where phases are left out."""
        first = self.plays[0]
        answers = [{"phase": phase, "answers": play.as_data()["answers"]} for phase, play in self._by_phase()]
        data = {"wsdv-decade-end": 1, **first.rules.as_data(first.start, first.what), "phases": answers}
        return data if self.phases == _all_from(self.phases[0]) else data | {"only": list(self.phases)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], rules: Adjudicator) -> DecadeEnd:
        """The inverse of `as_data`."""
        with reading("a decade end"):
            if data["wsdv-decade-end"] != 1:
                raise ValueError("not a decade end of this version")
            rules, position, _ = rules.from_data(data)
            numbers = numbered_phases(data.get("only", _all_from(data["phase"])))
            stored = data["phases"]
            begun = [each["phase"] for each in stored]
            if not stored or begun != list(numbers[: len(stored)]):
                raise ValueError("not the phases in their order")
            plays: list[PhasePlay] = []
            for each in stored:
                if plays and (not plays[-1].is_over or plays[-1].winner):
                    raise ValueError("a phase after one that is not over")
                plays.append(Play.restored(rules, position, Phase(each["phase"]), each["answers"]))
                position = plays[-1].position
            return cls(numbers, tuple(plays))._moved_on()

    def seen_by(self, side: State) -> DecadeEnd:
        return replace(self, plays=tuple(play.seen_by(side) for play in self.plays))


def _all_from(phase: int) -> tuple[int, ...]:
    return tuple(number for number in ALL_PHASES if number >= phase)
