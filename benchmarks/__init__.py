"""How fast it is: `python -m benchmarks` prints one table and ends with exit code 1 where a limit is exceeded."""
