"""Proof of the rules: published cases run against the adjudicator, and games played at random.

A case is one idea: a position, what is decided, and the whole result. Cases lie in `tests/cases/`.
"""
