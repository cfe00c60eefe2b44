"""The documentation: its pages, what generates some of them, and what makes a site of them."""
