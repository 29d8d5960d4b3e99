"""Fuzzing: every reader is fed files that were damaged at random, and must keep its promises.

`make fuzz SECONDS=600` shares the time among all readers. What breaks a promise is written to `output/fuzz/`, made
small, and the last line says how to replay it; corrected, it becomes a file in `tests/faults/`, replayed by the tests.
"""
