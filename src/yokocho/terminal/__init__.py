"""Play in a terminal: draws any scene, asks in words, and knows no game."""
