"""The tests, and the tables and tools they share."""
