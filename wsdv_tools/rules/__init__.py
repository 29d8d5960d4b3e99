"""The adjudicator: pure functions and generators over immutable positions.

Nothing here reads files, prints or asks. A person with the rulebook open finds paragraph 9.6 by its
number; every function states one rule and cites it by an id of `data/rules.yaml`.
"""
