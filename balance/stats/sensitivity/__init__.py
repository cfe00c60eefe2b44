"""Which conclusions change with a ruling or an assumption."""
