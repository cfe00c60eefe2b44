"""Optional sections of a sweep's page, one module each: a study goes in, blocks of text and tables come out."""
