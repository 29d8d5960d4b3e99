"""The adjudicator: pure functions and generators over immutable positions. Nothing here reads files, prints or asks.

Every function states one rule and cites it by an id of `data/rules.yaml`. The paragraphs of the rulebook are in:

    2         position, status (boards that cannot be)
    3         course, hands, card_decisions; match is a whole game
    4         protests
    5         building; values of factories in economy
    6.1, 6.2  actions
    6.3       standards
    6.4       events, execution (the order of icons), icons, special_icons
    7         socialists
    8         police
    9.1-9.5   phases_economy, with the sums in figures; decade_end is the order of the phases
    9.6-9.10  phases_people, with the sums in figures
    10        places

The other modules state no rule: choices, verbs, run, play, decade_play, adjudicator, plain, game, references.
"""
