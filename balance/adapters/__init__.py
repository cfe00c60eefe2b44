"""Pacts in the interfaces of other frameworks: OpenSpiel and PettingZoo, each an extra of the package.

`openspiel` and `pettingzoo` import their framework when they are first used. Both play on one `table`: a game whose
chance is drawn step by step, and that notes what each player has seen (`knowledge`); both show positions as one
`tensor`.
"""
