"""Rule systems: compiled rules below, a friendly layer above."""
