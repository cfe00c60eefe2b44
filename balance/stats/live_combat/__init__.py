"""Live combat: the questions of its designer."""
