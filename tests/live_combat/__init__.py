"""The live combat of The Pact."""
