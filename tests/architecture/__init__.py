"""The shape of the project: imports, public names, files, compiled code's cache, documents."""
