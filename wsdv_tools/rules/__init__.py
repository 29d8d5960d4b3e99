"""The adjudicator: pure functions and generators over immutable positions. Nothing here reads files, prints or asks.

A function states one rule and cites it by an id of `data/rules.yaml`. The paragraphs of the rulebook are in:

    2         position, status (boards that cannot be)
    3         course, hands, card_decisions; match is a whole game
    4         protests
    5         building; values of factories in economy
    6.1, 6.2  actions
    6.3       standards
    6.4       events, execution (the order of icons), icons, special_icons
    7         socialists
    8         police
    9.1-9.5   phases_1_to_5, with the sums in figures; decade_end is the order of the phases
    9.6-9.10  phases_6_to_10, with the sums in figures
    10.2      west_berlin; imported protests in protests
    10.3-10.5 special_cities

What a step does to the pieces, with what goes along with it (6.3-unrest, 9.9-loss, 10.2-unrest), is in verbs.
choices, run, play, decade_play, adjudicator and plain are the protocol; game holds the compiled facts, references what
`wsdv explain` shows.
"""
