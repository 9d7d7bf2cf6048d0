"""The balance lab: what many matches between bots say about a game, as one page for those who design it.

``plan`` says which series of matches are played, ``running`` plays them, ``findings`` makes figures with intervals of
them, and ``page`` shows these.
"""
