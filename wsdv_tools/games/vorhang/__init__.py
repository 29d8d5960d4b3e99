"""Eiserner Vorhang."""
