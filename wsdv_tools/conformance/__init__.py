"""The conformance suite: published cases of the rules, run against the adjudicator.

A case is one idea: a position, what is decided, and the whole result. Cases lie in `tests/cases/`.
"""
