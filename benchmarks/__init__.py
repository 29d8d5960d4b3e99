"""How fast it is: `python -m benchmarks` runs every module here and ends with exit code 1 where a limit is broken."""
