"""The translator's workbench: all strings of a language, checks of a translation, exchange with other programs."""
