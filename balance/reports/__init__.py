"""Results as a page that a designer can read: figures, tables, sentences, one HTML file."""
