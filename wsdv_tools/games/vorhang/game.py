"""What opens Eiserner Vorhang: its facts, notation and checker under the names that every command uses."""

from __future__ import annotations

from wsdv_tools.games.vorhang.checking import SPEC, VorhangChecker
from wsdv_tools.games.vorhang.notation import VorhangNotation, as_plain, build
from wsdv_tools.games.vorhang.rules import turn
from wsdv_tools.games.vorhang.telling import VorhangScorer, board_lines, comes_next

__all__ = ["SPEC", "CheckerClass", "NotationClass", "Scorer", "as_plain", "board_lines", "build", "comes_next", "turn"]

NotationClass = VorhangNotation
CheckerClass = VorhangChecker
Scorer = VorhangScorer
