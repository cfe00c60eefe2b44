"""Configuration of the live combat of The Pact: loadouts, contests, and the game file."""
