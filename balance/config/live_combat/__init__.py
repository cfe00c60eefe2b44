"""Configuration of the live combat of The Pact: loadouts, contests, and the game file."""

from balance.config.live_combat.schema import SCHEMA

__all__ = ["SCHEMA"]
