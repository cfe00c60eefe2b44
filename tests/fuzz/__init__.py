"""Fuzzing of everything that reads a file: `make fuzz MINUTES=10`, and a short round of it among the tests."""
