"""Position files: what people type from the board, read and written."""
