"""The engine from Python: a game step by step, what a side may see, and policies in plain Python."""
