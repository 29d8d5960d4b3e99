"""`wsdv forecast`: what would happen if the decade ended now."""

from __future__ import annotations

import json

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.show import file_and_line, found_in, remarks
from wsdv_tools.cli.usage import Command, Number
from wsdv_tools.foresight.forecasts import forecast
from wsdv_tools.foresight.plain_forecast import forecast_data
from wsdv_tools.foresight.solver import BUDGET
from wsdv_tools.foresight.tipping import TIP_BUDGET, what_tips
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.telling.forecast_text import ForecastText


@click.command("forecast", cls=Command)
@click.argument("what", metavar="POSITION|RECORD[:LINE]")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@click.option("--rules", default="", metavar="R9b,...", help="option.rules")
@click.option("--budget", type=Number(0, 100_000_000), metavar="N", default=BUDGET, show_default=True)
@click.option("--no-tips", is_flag=True)
@session_options
def command(session: Session, what: str, as_json: bool, rules: str, budget: int, no_tips: bool) -> int:
    """What would happen if the decade ended now."""
    path, line = file_and_line(what)
    notation = session.notation(rules)
    board = found_in(session, notation, path, line)
    if board.checked:
        notation, _ = notation.with_rulings(board.checked.headers.get("rules", ""))
    adjudicator = Adjudicator(notation.game)
    found = forecast(adjudicator, board.position, budget)
    text_of = ForecastText(session.narrator(notation))
    if not as_json:
        text_of.tell(found)  # people can read it while the tips are searched for
    tips = None if no_tips else what_tips(adjudicator, found, min(budget, TIP_BUDGET))
    if as_json:
        print(json.dumps(forecast_data(notation, found, tips), ensure_ascii=False, indent=2))
    elif tips:
        text_of.tell_tips(tips)
    return remarks(session, board.checked) if board.checked else 0
