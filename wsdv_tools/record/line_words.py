"""The words that a line of a record may begin with, for sides and for modes, in four languages."""

from __future__ import annotations

from wsdv_tools.facts import State

SIDES = {
    **dict.fromkeys(("w", "west", "brd", "frg", "nszk", "rfa", "nyugat", "ny", "oeste"), State.WEST),
    **dict.fromkeys(("e", "east", "ost", "ddr", "gdr", "ndk", "rda", "kelet", "este"), State.EAST),
}
MODES = ("unrest", "build", "standard", "event")
# What people write if they do not know the English words.
ALSO = {
    **dict.fromkeys(("unruhe", "unruhen", "nyugtalanság", "agitación"), "unrest"),
    **dict.fromkeys(("builds", "building", "bauen", "bau", "baut", "építés", "épít", "construir"), "build"),
    **dict.fromkeys(("standards", "lebensstandard", "wohlstand", "életszínvonal", "nivel"), "standard"),
    **dict.fromkeys(("events", "ereignis", "esemény", "evento"), "event"),
}
# What they write if they name the action instead.
LIKE = {
    **ALSO,
    **dict.fromkeys(("raise", "raises", "erhöht", "emel", "sube"), "standard"),
    **dict.fromkeys(("remove", "removes", "calm", "entfernt", "eltávolít", "quita"), "unrest"),
    **dict.fromkeys(("factory", "fabrik", "gyár", "fábrica"), "build"),
}
# How a line may begin in another language.
ALSO_WORDS = {
    **dict.fromkeys(("jahrzehnt", "dekade", "évtized", "década"), "decade"),
    **dict.fromkeys(("display", "auslage", "sor", "fila"), "row"),
    **dict.fromkeys(("kéz", "mano"), "hand"),
    **dict.fromkeys(("ende", "dekadenende", "jahrzehntende", "vége", "fin"), "end"),
    **dict.fromkeys(("ergebnis", "eredmény", "resultado"), "result"),
}
AFTER_END = frozenset({"of", "the", "des", "decade", "jahrzehnts", "jahrzehnt", "évtized", "década", "de", "la"})
NOBODY = frozenset({"none", "niemand", "keiner", "senki", "nadie"})
