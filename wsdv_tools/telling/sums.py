"""The figures of each phase as a person would do the sum: terms that are zero are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules.economy import exports, intact_east, points
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.protests import markers
from wsdv_tools.telling.phrases import MINUS, NO_BREAK, plain, signed, unbroken

if TYPE_CHECKING:
    from wsdv_tools.rules.decade_end import Report
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.phrases import Phrases


class Scene(NamedTuple):
    """What a sum is made from: the words, the figures, and the board at the phase's start."""

    phrases: Phrases
    figures: Any  # those of the phase (rules/figures.py)
    before: Position

    def say(self, key: str, /, **values: Any) -> str:
        return self.phrases.say(f"sum.{key}", **values)

    def province(self, id_: str) -> str:
        return self.phrases.province(self.phrases.game.province(id_))

    def standing(self, id_: str) -> int:
        """The living standards of a province at the phase's start."""
        return self.before.standards[self.phrases.game.province(id_)]


def sums(phrases: Phrases, report: Report) -> list[str]:
    """The lines that show a phase's figures."""
    return list(_SUMS[report.phase](Scene(phrases, report.figures, report.before)))


def added(terms: list[str], taken_off: list[str]) -> str:
    """`2 icons + 1 red police − 1 West protest`: lines break before the signs only."""
    signed_terms = [("+", term) for term in terms] + [(MINUS, term) for term in taken_off]
    text = " ".join(f"{sign}{NO_BREAK}{unbroken(term)}" for sign, term in signed_terms)
    return text.removeprefix(f"+{NO_BREAK}")


def _flight(scene: Scene) -> Iterator[str]:
    terms = as_data(scene.figures)["flight"]
    if terms is None:
        yield from _wall(scene)
        return
    plus = ("icons", "red-police", "west-best-standard", "east-protest")
    minus = ("east-worst-standard", "west-protest")
    told = [[scene.say(key, n=terms[key]) for key in keys if terms[key]] for keys in (plus, minus)]
    total = sum(terms[key] for key in plus) - sum(terms[key] for key in minus)
    steps = scene.say("steps", n=terms["steps"])
    if total != terms["steps"]:
        steps = scene.say("at-most" if total > 0 else "at-least", total=total, steps=steps)
    result = scene.say("dismantles", n=scene.figures.points)
    text, told_steps = added(*told), unbroken(f"{steps} → {result}")
    yield scene.say("flight", text=f"{text} ={NO_BREAK}{told_steps}" if text else told_steps)
    yield from _available(scene)


def _wall(scene: Scene) -> Iterator[str]:
    before = scene.before.prestige
    if before > FIRST:
        yield scene.say("wall", before=before, after=before - 1)
    else:
        yield scene.say("wall-stuck-b" if scene.phrases.game.follows("R8b") else "wall-stuck", before=before)
    yield from _available(scene)


def _available(scene: Scene) -> Iterator[str]:
    """What East could dismantle, where it has to."""
    if scene.figures.points:
        yield scene.say("available", n=points(scene.phrases.game, scene.before, State.EAST))


def _prestige(scene: Scene) -> Iterator[str]:
    space, choices = scene.figures.space, scene.figures.choices
    side = scene.figures.side
    if space == 0:
        yield scene.say("prestige-0")
    elif len(choices) == 1:
        yield scene.say("prestige-one", space=signed(space), side=side, icons=scene.phrases.icons(space))
    else:
        yield scene.say("prestige", space=signed(space), side=side)


def _currency(scene: Scene) -> Iterator[str]:
    figures = scene.figures
    yield from _hamburg(scene)
    income = figures.track + figures.exporters
    terms = [scene.say("track", value=signed(figures.track))] if figures.track else []
    if figures.exporters:
        terms.append(scene.say("exporters", n=figures.exporters))
    yield scene.say("income", text=f"{' + '.join(terms)} = {plain(income)}" if terms else "0")
    yield from _exports(scene)
    gap = figures.standard - income
    if gap < 0:
        text = f"{plain(income)} {MINUS} {figures.standard} = {scene.say('left-over', n=-gap)}"
    else:
        missing = scene.say("missing", n=figures.shortage) if figures.shortage else scene.say("none-missing")
        text = f"{figures.standard} {MINUS} {_bracketed(income)} = {missing}"
    yield scene.say("cost", n=figures.standard, text=text)
    if figures.shortage:
        yield scene.say("intact", n=len(intact_east(scene.phrases.game, scene.before)))


def _bracketed(number: int) -> str:
    return plain(number) if number >= 0 else f"({plain(number)})"


def _exports(scene: Scene) -> Iterator[str]:
    """Whose export factories sell, and what they are measured by."""
    figures, worst = scene.figures, scene.figures.west_worst_export
    game = scene.phrases.game
    without = [
        scene.phrases.province(p) for p in game.west_germany if game.provinces[p].id not in figures.exports["west"]
    ]
    if without:
        yield scene.say("no-factory", provinces=scene.phrases.listed(without))
    else:
        worst_ones = [scene.province(id_) for id_, value in figures.exports["west"].items() if value == worst]
        yield scene.say("worst", n=worst, provinces=scene.phrases.listed(worst_ones))
    east = sorted(figures.exports["east"].items(), key=lambda item: -item[1])
    for is_seller, key in ((True, "sellers"), (False, "no-sellers")):
        told = [f"{scene.province(id_)} {value}" for id_, value in east if (value >= worst) is is_seller]
        if told:
            yield scene.say(key, provinces=scene.phrases.listed(told))


def _hamburg(scene: Scene) -> Iterator[str]:
    """Where Hamburg counts, if some province's export factory depends on it."""
    game = scene.phrases.game
    if len({tuple(exports(game, scene.before, province)) for province in game.hamburg_joins}) > 1:
        key = "hamburg-assumed" if scene.figures.hamburg_assumed else "hamburg"
        yield scene.say(key, province=scene.province(scene.figures.hamburg))


def _police_costs(scene: Scene) -> Iterator[str]:
    number = scene.figures.points
    if not number:
        yield scene.say("no-police")
        return
    result = scene.say("dismantles", n=number)
    yield scene.say("police-costs", n=number, cards=scene.phrases.listed(scene.before.police), result=result)
    yield from _available(scene)


def _living_standards(scene: Scene) -> Iterator[str]:
    figures = scene.figures
    west_berlin = scene.phrases.game.provinces[scene.phrases.game.west_berlin].id
    yield from _hamburg(scene)
    if not figures.lost:
        yield scene.say("none-lost")
    for id_, number in figures.lost.items():
        key = "lost-west-berlin" if id_ == west_berlin else "lost"
        have = scene.standing(id_)
        yield scene.say(key, province=scene.province(id_), have=have, limit=figures.limits[id_], n=number)


def _comparison(scene: Scene) -> Iterator[str]:
    game = scene.phrases.game
    for state in State:
        best = scene.figures.best[state.value]
        told = []
        for id_, number in scene.figures.unrest.items():
            if game.states[game.province(id_)] is state:
                one_less = "" if game.province(id_) == game.west_berlin else f" {MINUS} 1"
                told.append(f"{scene.province(id_)} {best} {MINUS} {scene.standing(id_)}{one_less} = {number}")
        if told:
            yield scene.say("behind", side=state, best=best, provinces=scene.phrases.listed(told))
        else:
            yield scene.say("not-behind", side=state, best=best)


def _attacks(scene: Scene) -> Iterator[str]:
    game = scene.phrases.game
    is_any = False
    for id_, attacker in scene.figures.attackers.items():
        if not attacker.targets:
            continue
        is_any = True
        protests = markers(game, scene.before, game.province(id_))
        usable = str(scene.standing(id_))
        if protests:
            usable += f" {MINUS} {scene.say('protests', n=protests)} = {attacker.usable}"
        told = [
            scene.say("target", province=scene.province(target), have=scene.standing(target), n=number)
            for target, number in attacker.targets.items()
        ]
        key = "attacks-both" if game.province(id_) == game.west_berlin else "attacks"
        yield scene.say(key, province=scene.province(id_), usable=usable, targets=scene.phrases.listed(told))
    if not is_any:
        yield scene.say("no-attacks")


def _police_work(scene: Scene) -> Iterator[str]:
    cards, used = len(scene.before.police), len(scene.before.police_used)
    if not cards:
        yield scene.say("no-police-work")
        return
    terms = added([scene.say("police-cards", n=cards)], [scene.say("used", n=used)] if used else [])
    yield scene.say("police-work", text=terms, n=scene.figures.unused)


def _socialists(scene: Scene) -> Iterator[str]:
    change, cadre = scene.figures.change, scene.figures.cadre
    space = signed(scene.before.socialists)
    if change >= 0:
        key = "socialists-gain" if change else "socialists-0"
        yield scene.say(key, space=space, n=change, cadre=cadre, after=cadre + change)
        return
    from_box = min(-change, cadre)
    yield scene.say("socialists-loss", space=space, n=-change, box=from_box, provinces=-change - from_box)


def _verdict(scene: Scene) -> Iterator[str]:
    protests = scene.figures.protests
    imported = sum(scene.before.imported)
    key = "verdict-imported" if imported else "verdict"
    yield scene.say(key, west=protests["west"], east=protests["east"], imported=imported)


_SUMS: dict[int, Callable[[Scene], Iterator[str]]] = {
    1: _flight,
    2: _prestige,
    3: _currency,
    4: _police_costs,
    5: _living_standards,
    6: _comparison,
    7: _attacks,
    8: _police_work,
    9: _socialists,
    10: _verdict,
}
