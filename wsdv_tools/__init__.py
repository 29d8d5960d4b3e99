"""Tools for the two-player board game *Wir sind das Volk!* (histogame, 2nd edition 2014)."""

__version__ = "0.1.0"
