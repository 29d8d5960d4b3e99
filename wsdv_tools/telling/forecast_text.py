"""A forecast in words: the sums of all phases, what is at stake, how the decade can end, and what tips it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.foresight.forecasts import Verdict, stakes
from wsdv_tools.rules.run import steps_of
from wsdv_tools.telling.phrases import wrapped
from wsdv_tools.telling.sums import sums

if TYPE_CHECKING:
    from wsdv_tools.foresight.consequences import Consequence
    from wsdv_tools.foresight.forecasts import Forecast, Judgement, Moved, Stake
    from wsdv_tools.foresight.questions import Ending
    from wsdv_tools.foresight.tipping import Tip, Tips
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.play import Decision
    from wsdv_tools.telling.narrator import Narrator
    from wsdv_tools.telling.phrases import Phrases

_STAKES = ("flight", "shortage", "police", "standards", "unrest", "attacks")


class ForecastText:
    """Prints a forecast through a narrator."""

    def __init__(self, narrator: Narrator) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases

    def tell(self, forecast: Forecast) -> None:
        self.narrator.begin(self.phrases.say("forecast.title"))
        if forecast.is_in_midst:
            self.narrator.say("forecast.in-midst")
        self.narrator.say("forecast.figures")
        for report in forecast.reports:
            title = self.phrases.say(f"phase-{report.phase}")
            self.narrator.write(self.phrases.say("dialogue.phase", n=report.phase, title=title))
            self.narrator.lines(sums(self.phrases, report))
        self.narrator.begin(self.phrases.say("forecast.stakes"))
        self.narrator.lines(map(self._stake, stakes(self.phrases.game, forecast.position)))
        self.narrator.begin(self.phrases.say("forecast.endings"))
        for judgement in forecast.judgements:
            self._ending(judgement)

    def tell_tips(self, tips: Tips) -> None:
        self.narrator.begin(self.phrases.say("forecast.tips"))
        self.narrator.lines(tip_lines(self.phrases, tips))

    def _stake(self, stake: Stake) -> str:
        items = [
            self.phrases.say(f"forecast.stake-{name}", n=number) for name in _STAKES if (number := getattr(stake, name))
        ]
        if stake.side is State.EAST:
            items.append(self.phrases.say("forecast.stake-points", n=stake.points))
        items = items or [self.phrases.say("forecast.stake-nothing")]
        return self.phrases.say("forecast.stake", side=stake.side, items="; ".join(items))

    def _ending(self, judgement: Judgement) -> None:
        self.narrator.lines([judged(self.phrases, judgement.ending, judgement.verdict, judgement.searched)])
        if judgement.line and judgement.verdict is not Verdict.CERTAIN:
            text = line_text(self.phrases, judgement.line)
            self.narrator.put(wrapped(self.phrases.say("forecast.line", text=text), "      ", "        "))


def ending_text(phrases: Phrases, ending: Ending) -> str:
    return phrases.say(f"forecast.ending-{ending.value}")


def judged(phrases: Phrases, ending: Ending, verdict: Verdict, searched: int = 0) -> str:
    """`East collapses: West can force it`."""
    told = phrases.say(f"forecast.verdict-{verdict.value}", n=searched)
    return _sentence(phrases.say("forecast.judged", ending=ending_text(phrases, ending), verdict=told))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def line_text(phrases: Phrases, line: Iterable[Moved]) -> str:
    """A line of play as phase lines with sides; `!` marks what a side plays to bring the ending about."""
    phases: dict[int, list[str]] = {}
    for phase, done, is_meant in line:
        if steps_of([done]):
            mark = "!" if is_meant else ""
            written = phrases.notation.write(done.step, str(phase))
            phases.setdefault(phase, []).append(f"{done.choice.side.value[0].upper()} {written}{mark}")
    return "; ".join(f"{phase}: {phrases.listed(steps)}" for phase, steps in phases.items())


def tip_lines(phrases: Phrases, tips: Tips) -> Iterator[str]:
    """Changes of one kind with the same effect are reported together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for tip in tips.found:
        kind, place = _change(phrases, tip.change)
        groups.setdefault((kind, _effect(phrases, tip)), []).append(place)
    for (kind, effect), places in groups.items():
        change = phrases.say(kind, places=phrases.language.listed(places, "or"))
        yield _sentence(phrases.say("forecast.tip", change=change, effect=effect))
    if not groups and tips.looked_at == tips.changes:
        yield phrases.say("forecast.tips-none")
    if tips.looked_at < tips.changes:
        yield phrases.say("forecast.tips-left", n=tips.looked_at, all=tips.changes)


def _change(phrases: Phrases, change: Step) -> tuple[str, str]:
    if change.verb == "arrow":
        towards = State.EAST if change.number > 0 else State.WEST
        return f"forecast.change-track-{towards.value}", phrases.say(f"track-{change.place}")
    return f"forecast.change-{_CHANGES[change.verb]}", phrases.place(change)


_CHANGES = {"u+": "more-unrest", "u-": "less-unrest", "s+": "more-standard", "build": "more-factory"}


def _effect(phrases: Phrases, tip: Tip) -> str:
    if tip.ending is None:
        key = f"forecast.then-{tip.sum}" if tip.number else f"forecast.then-no-{tip.sum}"
        return phrases.say(key, n=tip.number)
    assert tip.verdict is not None
    if tip.is_lost:
        return phrases.say("forecast.then-open", ending=ending_text(phrases, tip.ending))
    return phrases.say(f"forecast.then-{tip.verdict.value}", ending=ending_text(phrases, tip.ending))


def hint_lines(phrases: Phrases, decision: Decision, phase: int, found: Sequence[Consequence]) -> Iterator[str]:
    """What each option of a decision leads to; options that lead to the same are listed together."""
    if not found:
        yield phrases.say("forecast.hint-none")
        return
    groups: dict[str, list[str]] = {}
    for one in found:
        label = phrases.label(one.step, decision.choice, phase)
        groups.setdefault("; ".join(leads_to(phrases, one)), []).append(label)
    yield phrases.say("forecast.hint-title")
    for told, labels in groups.items():
        options = phrases.listed(labels) if len(groups) > 1 else phrases.say("forecast.hint-all")
        yield phrases.say("forecast.hint-option", options=options, endings=told)


def leads_to(phrases: Phrases, one: Consequence) -> list[str]:
    """What one option leads to in the worst case, a sentence each."""
    told = [judged(phrases, each.ending, each.verdict, each.searched) for each in one.endings]
    if one.points is not None:
        losses = {"west": one.west_unrest, "east": one.east_unrest}
        told.append(_sentence(phrases.say("forecast.hint-losses", n=one.points, **losses)))
    return told
