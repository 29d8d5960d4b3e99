"""Mutation testing: the rules and the tables are made wrong in one place, and a published case must fail.

`make mutate` runs all of it. Only the cases of `tests/cases/` may kill a mutant, so that anybody who uses them knows
what they catch. The changes to code are those of mutmut; see docs/proof.md for why its runner is not used.
"""
