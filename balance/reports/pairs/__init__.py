"""Each pairing's own section on the page of a run."""
