"""What opens Kubakrise: its facts, notation and checker under the names that every command uses."""

from __future__ import annotations

from wsdv_tools.games.kubakrise.checking import SPEC, KubaChecker
from wsdv_tools.games.kubakrise.notation import KubaNotation, as_plain, build
from wsdv_tools.games.kubakrise.rules import turn
from wsdv_tools.games.kubakrise.telling import KubaScorer, board_lines, comes_next

__all__ = ["SPEC", "CheckerClass", "NotationClass", "Scorer", "as_plain", "board_lines", "build", "comes_next", "turn"]

NotationClass = KubaNotation
CheckerClass = KubaChecker
Scorer = KubaScorer
