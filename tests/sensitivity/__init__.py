"""What the conclusions rest on: variants, paired play, statistics, page and command."""
