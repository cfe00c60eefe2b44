"""Game records: written, read and checked."""
