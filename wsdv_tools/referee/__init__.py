"""The referee: checks records and decisions by the rules, line by line, with the board in hand."""
