"""Puts choices to people at a table. Its only state is the start position and the answers given."""
