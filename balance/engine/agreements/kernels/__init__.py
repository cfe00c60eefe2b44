"""Compiled rules of agreements; nothing here checks what it is given."""
