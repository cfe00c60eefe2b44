"""The rules, clause by clause: positions set up by hand, results worked out from the rulebook."""
