"""The two small games, Kubakrise and Eiserner Vorhang: here what both share, in a folder each what only one has.

=============  ==================================================================================================
what           where
=============  ==================================================================================================
rules          `sides`, `steps`, `cards`, `acting`; of a game `facts`, `position`, `rules`, `scoring`
files          `kinds`, `words`, `notation`, `opening`, `loading`, `records`, `positions`, `card_files`; of a game
               `notation`
checking       `following`, `statements`, `checking`; of a game `checking`
telling        `telling`, `explaining`, `scorers`; of a game `telling`
at the table   `turns`, `questions`, `table`
printing       `sheets`, `card_prints`; of a game `components`
=============  ==================================================================================================

`opening.room` opens a game: its `game` names all that the shared modules need of it.
"""
