"""What is printed: cards, board, counters, reference sheets, and the sheets they lie on."""
