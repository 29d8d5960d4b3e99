"""A table for Tabletop Simulator: the objects on it, the script of its assistant, and a saved table read back."""
