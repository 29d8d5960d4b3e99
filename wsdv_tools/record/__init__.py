"""Records of games: notation, reading, checking, writing. Position files are in `positions/`."""
