"""The common base of all games. Refers to no particular game."""
