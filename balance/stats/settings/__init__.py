"""Settings (layouts) compared: which favours whom, how much they differ, and what about one matters."""
