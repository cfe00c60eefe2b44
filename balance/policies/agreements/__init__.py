"""Who plays agreements: what a conduct leaves open."""
