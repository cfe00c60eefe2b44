"""Games that people played: files read, checked and fitted, alone or beside a run."""
