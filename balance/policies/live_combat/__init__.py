"""Policies of live combat."""
