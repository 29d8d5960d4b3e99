"""The text of a record: notation, lines, reading, writing. Nothing is judged here: see `referee/`."""
