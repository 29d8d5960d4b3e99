"""Looking back at games: the page of one game, the tables and the summary of many."""
