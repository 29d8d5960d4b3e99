"""The adjudicator: pure functions and generators over immutable positions. Nothing here reads files, prints or asks.

A function states one rule and cites it by an id of `data/rules.yaml`. The modules follow the rulebook; `docs/design.md`
says which paragraph is where. `verbs` says what every step does to the pieces. choices, run, play, decade_play,
adjudicator and plain are the protocol; game holds the compiled facts, references what `wsdv explain` shows.
"""
