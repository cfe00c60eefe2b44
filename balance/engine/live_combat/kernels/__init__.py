"""Compiled rules of live combat."""
