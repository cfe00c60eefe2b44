"""Tests of agreements."""
