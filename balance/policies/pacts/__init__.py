"""The policies that play Pacts."""
