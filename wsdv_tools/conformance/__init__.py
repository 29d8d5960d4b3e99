"""Proof of the rules: published cases run against the adjudicator.

A case is one idea: a position, what is decided, and the whole result. Cases lie in `tests/cases/`.
"""
