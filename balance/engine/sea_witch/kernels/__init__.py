"""Compiled rules of Sea Witch Pacts."""
