"""One game as a page to step through, and the search for games of a run that are worth a look."""
